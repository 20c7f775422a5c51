package dev.turnstile.lab.simulate;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What can be said of a simulation of processes that share memory. An option exists once, here. */
public final class SharingOptions {
    private static final Setting<String> PACE = Setting.text(
                    "--pace",
                    "PACE",
                    "uniform",
                    "Shared memory: uniform (always l and c), random (up to), or adversarial (against one process);"
                            + " uniform, unless told.")
            .alwaysPrinted();

    private static final Setting<Integer> DEAD = Setting.number(
                    "--dead",
                    "F",
                    0,
                    "Shared memory: so many processes stop for ever, inside or, at a random pace, anywhere; none,"
                            + " unless told.")
            .alwaysPrinted();

    private static final Setting<Integer> COMPETING = Setting.number(
                    "--competing",
                    "M",
                    0,
                    "Shared memory: only so many processes ever ask, the dead included; all, unless told.")
            .alwaysPrinted();

    /** All of them, in the order of the help. */
    public static final List<Setting<?>> ALL = List.of(PACE, DEAD, COMPETING);

    private final Settings settings;

    /** What was set of them. */
    public SharingOptions(Settings settings) {
        this.settings = settings;
    }

    /**
     * How fast processes take steps.
     *
     * @throws IllegalArgumentException when there is no such pace; it says which there are
     */
    public Pace pace() {
        String wanted = settings.get(PACE);
        return Arrays.stream(Pace.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--pace must be uniform, random or adversarial, not '" + wanted + "'"));
    }

    /** How many stop for ever. */
    public int dead() {
        return settings.get(DEAD);
    }

    /** How many of so many processes ever ask. */
    public int competing(int processes) {
        return settings.find(COMPETING).orElse(processes);
    }

    /** These options again. */
    public String words() {
        return String.join(
                "", settings.words(ALL).stream().map(word -> " " + word).toList());
    }
}
