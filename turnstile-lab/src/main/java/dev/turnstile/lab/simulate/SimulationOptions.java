package dev.turnstile.lab.simulate;

import dev.turnstile.lab.setting.Setting;
import java.util.List;

/** The options of every simulation. Their defaults depend on the model. Each option is defined once, here. */
public final class SimulationOptions {
    private static final int SEEDS_MAX = 100_000;

    /** The time a participant stays inside. */
    public static final Setting<String> HOLD = Setting.text(
                    "--hold",
                    "C",
                    "",
                    "The time inside (default: 1000 l; with messages: 0.0002, the E of bulgannawar-1995).")
            .alwaysPrinted();

    /** The number of entries after which a run ends. */
    public static final Setting<Long> ENTRIES = Setting.largeNumber(
                    "--entries", "COUNT", 0, "End a run after this many entries (default: 100; with messages: 5000).")
            .alwaysPrinted();

    /** The number of runs, each with its own seed. */
    public static final Setting<Integer> SEEDS = Setting.number(
                    "--seeds", "S", 1, "Runs for each row, each with its own seed (default: 1; with messages: 10).")
            .between(1, n -> SEEDS_MAX)
            .notPrinted();

    /** The first seed. */
    public static final Setting<Long> SEED = Setting.largeNumber(
                    "--seed",
                    "X",
                    0,
                    "The first seed (default: 0; with messages: 1). The same seed gives the same run everywhere.")
            .notPrinted();

    /** All options, in the order of the help. */
    public static final List<Setting<?>> ALL = List.of(HOLD, ENTRIES, SEEDS, SEED);

    private SimulationOptions() {}
}
