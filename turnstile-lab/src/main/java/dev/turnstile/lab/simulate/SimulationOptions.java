package dev.turnstile.lab.simulate;

import dev.turnstile.lab.setting.Setting;
import java.util.List;

/** What can be said of every simulation; the defaults depend on the model. An option exists once, here. */
public final class SimulationOptions {
    private static final int SEEDS_MAX = 100_000;

    /** The time inside. */
    public static final Setting<String> HOLD = Setting.text(
                    "--hold", "C", "", "The time inside: 1000 l, or, with messages, 0.0002, unless told.")
            .alwaysPrinted();

    /** After how many entries a run ends. */
    public static final Setting<Long> ENTRIES = Setting.largeNumber(
                    "--entries", "E", 0, "A run ends after so many entries: 100, or, with messages, 5000, unless told.")
            .alwaysPrinted();

    /** How many runs. */
    public static final Setting<Integer> SEEDS = Setting.number(
                    "--seeds", "S", 1, "So many runs each: 1, or, with messages, 10, unless told.")
            .between(1, n -> SEEDS_MAX)
            .notPrinted();

    /** The first seed. */
    public static final Setting<Long> SEED = Setting.largeNumber(
                    "--seed",
                    "X",
                    0,
                    "The first seed: 0, or, with messages, 1, unless told. The same seed gives the same run"
                            + " everywhere.")
            .notPrinted();

    /** All of them, in the order of the help. */
    public static final List<Setting<?>> ALL = List.of(HOLD, ENTRIES, SEEDS, SEED);

    private SimulationOptions() {}
}
