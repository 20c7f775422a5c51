package dev.turnstile.lab.simulate;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The options of a simulation of processes that share memory. Each option is defined once, here. */
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
                    "Shared memory: F processes crash, inside or, at a random pace, anywhere (default: 0).")
            .alwaysPrinted();

    private static final Setting<Integer> COMPETING = Setting.number(
                    "--competing",
                    "M",
                    0,
                    "Shared memory: only M processes ever try to enter, including those that crash (default: all).")
            .alwaysPrinted();

    /** All options, in the order of the help. */
    public static final List<Setting<?>> ALL = List.of(PACE, DEAD, COMPETING);

    private final Settings settings;

    /** Creates options with these values. */
    public SharingOptions(Settings settings) {
        this.settings = settings;
    }

    /**
     * Returns how fast processes take steps.
     *
     * @throws IllegalArgumentException if there is no such pace; the message names the paces
     */
    public Pace pace() {
        String wanted = settings.get(PACE);
        return Arrays.stream(Pace.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--pace must be uniform, random or adversarial, not '" + wanted + "'"));
    }

    /** Returns the number of processes that crash. */
    public int dead() {
        return settings.get(DEAD);
    }

    /** Returns the number of processes that ever try to enter. Default: all of them. */
    public int competing(int processes) {
        return settings.find(COMPETING).orElse(processes);
    }

    /** Returns the words of a command that set these options again, each after a space. */
    public String words() {
        return String.join(
                "", settings.words(ALL).stream().map(word -> " " + word).toList());
    }
}
