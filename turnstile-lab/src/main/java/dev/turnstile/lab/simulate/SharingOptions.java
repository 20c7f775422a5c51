package dev.turnstile.lab.simulate;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The options of simulations of shared-memory algorithms. */
public final class SharingOptions {
    private static final Setting<String> PACE = Setting.text(
                    "--pace",
                    "PACE",
                    "uniform",
                    "Shared memory: uniform (always l and c), random (up to l and c), or adversarial (against one"
                            + " process). Default: uniform.")
            .alwaysPrinted();

    private static final Setting<Integer> DEAD = Setting.number(
                    "--dead",
                    "F",
                    0,
                    "Shared memory: the number of processes that stop forever, inside or, at a random pace, anywhere"
                            + " (default: 0).")
            .alwaysPrinted();

    private static final Setting<Integer> COMPETING = Setting.number(
                    "--competing",
                    "M",
                    0,
                    "Shared memory: the number of processes that ever make a request, the dead included (default:"
                            + " all).")
            .alwaysPrinted();

    /** All options of this class, in the order of the help. */
    public static final List<Setting<?>> ALL = List.of(PACE, DEAD, COMPETING);

    private final Settings settings;

    /** Creates the options from the given settings. */
    public SharingOptions(Settings settings) {
        this.settings = settings;
    }

    /**
     * Returns the speed of the processes.
     *
     * @throws IllegalArgumentException if there is no such pace; the message lists them
     */
    public Pace pace() {
        String wanted = settings.get(PACE);
        return Arrays.stream(Pace.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--pace must be uniform, random or adversarial, not '" + wanted + "'"));
    }

    /** Returns the number of processes that stop forever. */
    public int dead() {
        return settings.get(DEAD);
    }

    /** Returns how many of the given number of processes ever make a request. */
    public int competing(int processes) {
        return settings.find(COMPETING).orElse(processes);
    }

    /** Returns these options as command-line words. */
    public String words() {
        return String.join(
                "", settings.words(ALL).stream().map(word -> " " + word).toList());
    }
}
