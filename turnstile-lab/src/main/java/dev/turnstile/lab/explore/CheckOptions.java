package dev.turnstile.lab.explore;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What may happen in a check besides the plain protocol, and what is checked. Each option is defined once, here. The
 * command line reads it, the reports print it, and the models use its value.
 *
 * <pre>{@code
 * CheckOptions options = CheckOptions.of(Settings.NONE.with(CheckOptions.CRASHES, 1));
 * }</pre>
 *
 * @param crashes how many participants may crash
 * @param kills whether processes may be killed and restarted
 * @param cancels whether waiters may give up
 * @param attempts whether processes may also make requests without being ready to wait
 * @param requests how many requests each node may make, or one number for all; 0 for any number
 * @param room the most messages that a channel may hold in the runs explored; 0 for all runs
 * @param hastened the names of message types that arrive before anything else happens in the runs explored
 * @param forgetsVoid whether messages that will have no effect are removed
 * @param anyStart the arbitrary configurations to start in; empty for the initial configuration
 * @param staying the nodes that never leave once they are inside
 * @param hastyTimers whether timeouts may come even while messages are in flight that timers should outlast
 */
public record CheckOptions(
        int crashes,
        boolean kills,
        boolean cancels,
        boolean attempts,
        List<Integer> requests,
        int room,
        List<String> hastened,
        boolean forgetsVoid,
        Optional<AnyStart> anyStart,
        Set<Integer> staying,
        boolean hastyTimers) {
    /** How many participants may crash. */
    public static final Setting<Integer> CRASHES = Setting.number(
                    "--crashes", "F", 0, "Up to F processes may crash, at any step.")
            .between(0, n -> n)
            .phrase(crashes -> "up to " + crashes + (crashes == 1 ? " crash" : " crashes"))
            .member("crashes");

    /** Whether processes may be killed. */
    public static final Setting<Boolean> KILL = Setting.flag(
                    "--kill",
                    "Processes may be killed, at any step and any number of times; others clean up (ledger only).")
            .phrase(kills -> "with kills")
            .member("kill");

    /** Whether waiters may give up. */
    public static final Setting<Boolean> CANCEL = Setting.flag("--cancel", "Waiters may give up, at any step.")
            .phrase(cancels -> "waiters may give up")
            .member("cancel");

    /** Whether processes may make requests without waiting. */
    public static final Setting<Boolean> ATTEMPT = Setting.flag(
                    "--attempt", "Processes may also make requests without being ready to wait.")
            .phrase(attempts -> "some ask without waiting")
            .member("attempt");

    /** How many units each process requests; empty for one each. */
    public static final Setting<List<Integer>> UNITS = Setting.numbers(
                    "--units", "U", "Units that each process requests (default: 1 each).")
            .phrase(units -> "units " + units)
            .member("units");

    /** How many requests each node makes. */
    public static final Setting<List<Integer>> REQUESTS = Setting.numbers(
                    "--requests",
                    "R",
                    "Messages: how many requests each node makes at most (default: 2); 0 for any number.",
                    "One number for all, or one for each.")
            .ofMessages()
            .atLeast(0)
            .phrase(CheckOptions::asks)
            .member("requests", (requests, messages) -> requestsOf(requests));

    /** The most messages in a channel. */
    public static final Setting<Integer> ROOM = Setting.number(
                    "--room",
                    "C",
                    0,
                    "Messages: explore only the runs in which no channel ever holds more than C messages.")
            .ofMessages()
            .atLeast(0)
            .phrase(room -> "no channel holds more than " + room)
            .member("room", (room, messages) -> messages ? room : null);

    /** The types of messages that arrive first. */
    public static final Setting<List<String>> HASTEN = Setting.words(
                    "--hasten",
                    "TYPE",
                    "Messages: explore only the runs in which messages of this type arrive before anything else.")
            .ofMessages()
            .phrase(types -> "first " + String.join(", ", types))
            .member("hastened");

    /** Whether messages without effect are forgotten. */
    public static final Setting<Boolean> FORGET_VOID = Setting.flag(
                    "--forget-void",
                    "Messages: forget those that will have no effect whenever they arrive: fewer states, the same"
                            + " verdict.",
                    "A run found this way is not saved, because it lacks their arrivals.")
            .ofMessages()
            .phrase(forgets -> "without what is void")
            .member("forgetsVoid");

    /** The most arbitrary configurations to start in. */
    public static final Setting<Integer> ANY_START = Setting.number(
                    "--any-start",
                    "S",
                    0,
                    "Messages: start in arbitrary configurations, every variable with any value of its domain:",
                    "in all, if there are at most S, otherwise in S random ones.")
            .ofMessages()
            .atLeast(1)
            .phrase(starts -> "from arbitrary configurations")
            .member("anyStart", (starts, messages) -> starts > 0);

    /** The most messages in each channel of an arbitrary configuration. */
    public static final Setting<Integer> MESSAGES = Setting.number(
                    "--messages",
                    "M",
                    0,
                    "Messages: with --any-start, up to M arbitrary messages in each channel (default: 0).")
            .ofMessages()
            .atLeast(0)
            .alwaysPrinted();

    /** The nodes that stay inside. */
    public static final Setting<List<Integer>> STAY = Setting.numbers(
                    "--stay", "P", "Messages: these nodes never leave once they are inside; nodes are numbered from 0.")
            .ofMessages()
            .between(0, n -> n - 1)
            .phrase(nodes -> "some stay inside: " + nodes)
            .member("staying");

    /** Whether timeouts may come too early. */
    public static final Setting<Boolean> HASTY_TIMERS = Setting.flag(
                    "--hasty-timers",
                    "Messages: timeouts may come even while a message is in flight that the timer should outlast.")
            .ofMessages()
            .phrase(hasty -> "timeouts come too early")
            .member("hastyTimers");

    /** The seed for random configurations. */
    public static final Setting<Long> SEED = Setting.largeNumber(
                    "--seed", "X", 1, "Messages: with --any-start, the random seed (default: 1).")
            .ofMessages()
            .alwaysPrinted();

    /** The names of the properties that must hold. */
    public static final Setting<List<String>> PROPERTY = Setting.repeated(
                    "--property",
                    "P[,P...]",
                    KnownProperties.help(),
                    "Default: all that are defined for the other options.")
            .notPrinted();

    /** How often others may enter while a process waits. If set, this is checked, too. */
    public static final Setting<Integer> WAITS_AT_MOST = Setting.number(
                    "--waits-at-most",
                    "W",
                    0,
                    "Also check that others enter at most W times in total while a process waits.")
            .atLeast(0)
            .printedFirst()
            .alwaysPrinted();

    /** The name of the algorithm that the checked one must be equivalent to. */
    public static final Setting<String> EQUIVALENT_TO = Setting.text(
                    "--equivalent-to",
                    "ALGORITHM",
                    "",
                    "Check that its processes are always in the same regions as those of this algorithm.")
            .phrase(other -> "compared with " + other)
            .member("equivalentTo", (other, messages) -> other.isEmpty() ? null : other);

    /** All options, in the order of the help. */
    public static final List<Setting<?>> ALL = List.of(
            CRASHES,
            KILL,
            CANCEL,
            ATTEMPT,
            UNITS,
            REQUESTS,
            ROOM,
            HASTEN,
            FORGET_VOID,
            ANY_START,
            MESSAGES,
            STAY,
            HASTY_TIMERS,
            SEED,
            PROPERTY,
            WAITS_AT_MOST,
            EQUIVALENT_TO);

    static final CheckOptions NONE = of(Settings.NONE);

    /**
     * Arbitrary configurations.
     *
     * @param most the most configurations to start in: all, if there are at most this many; otherwise this many random
     *     ones
     * @param messages the most arbitrary messages in each channel
     * @param seed the random seed
     */
    public record AnyStart(int most, int messages, long seed) {}

    /** Returns the options that are set, and defaults for the others. */
    static CheckOptions of(Settings settings) {
        List<Integer> requests = settings.get(REQUESTS);
        return new CheckOptions(
                settings.get(CRASHES),
                settings.get(KILL),
                settings.get(CANCEL),
                settings.get(ATTEMPT),
                requests.isEmpty() ? List.of(0) : requests,
                settings.get(ROOM),
                settings.get(HASTEN),
                settings.get(FORGET_VOID),
                settings.find(ANY_START).map(most -> new AnyStart(most, settings.get(MESSAGES), settings.get(SEED))),
                Set.copyOf(settings.get(STAY)),
                settings.get(HASTY_TIMERS));
    }

    int requestsOf(int node) {
        return requests.get(requests.size() == 1 ? 0 : node);
    }

    private static String asks(List<Integer> requests) {
        if (requests.size() > 1) {
            return "they ask up to " + requests + " times";
        }
        return switch (requests.getFirst()) {
            case 0 -> "each asks any number of times";
            case 1 -> "each asks once";
            default -> "each asks up to " + requests.getFirst() + " times";
        };
    }

    private static Object requestsOf(List<Integer> requests) {
        return requests.isEmpty() ? null : requests.size() == 1 ? requests.getFirst() : requests;
    }
}
