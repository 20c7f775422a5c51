package dev.turnstile.lab.explore;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The options of a check: what may happen besides the plain protocol, and what is checked. Each option is defined once,
 * here: the command line reads it, the reports print it, and the models ask for its value.
 *
 * @param crashes how many processes or nodes may crash
 * @param kills whether processes may be killed, and start again
 * @param cancels whether waiters may give up
 * @param attempts whether processes may also try to acquire without waiting
 * @param requests the most requests of each node, or one number for all nodes; 0 for any number
 * @param room the most messages in a channel: only runs in which no channel ever holds more are explored; 0 for all
 *     runs
 * @param hastened names of message types: only runs in which messages of these types arrive before anything else
 *     happens are explored
 * @param forgetsVoid whether messages that will have no effect are dropped
 * @param anyStart the arbitrary configurations in which the search starts, instead of the initial one
 * @param staying nodes that never leave once they are inside
 * @param hastyTimers whether timeouts may fire even while messages that the timers should outlast are in transit
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
    /** How many processes or nodes may crash. */
    public static final Setting<Integer> CRASHES = Setting.number(
                    "--crashes", "F", 0, "Up to F processes may crash (stop forever), at any step.")
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

    /** Whether processes may also try to acquire without waiting. */
    public static final Setting<Boolean> ATTEMPT = Setting.flag(
                    "--attempt", "Processes may also try to acquire without waiting.")
            .phrase(attempts -> "some ask without waiting")
            .member("attempt");

    /** The units that each process requests. If empty, one each. */
    public static final Setting<List<Integer>> UNITS = Setting.numbers(
                    "--units",
                    "U",
                    "Units that each process requests whenever it asks (default: 1).",
                    "One number for all processes, or one for each: with -n 3, 2 means the same as 2,2,2.")
            .phrase(units -> "units " + units)
            .member("units");

    /** The most requests of each node. */
    public static final Setting<List<Integer>> REQUESTS = Setting.numbers(
                    "--requests",
                    "R",
                    "Messages: each node makes at most R requests (default: 2; 0: any number).",
                    "One number for all nodes, or one for each.")
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

    /** The types of messages that arrive before anything else happens. */
    public static final Setting<List<String>> HASTEN = Setting.words(
                    "--hasten",
                    "TYPE",
                    "Messages: explore only the runs in which messages of this type arrive before anything else"
                            + " happens.")
            .ofMessages()
            .phrase(types -> String.join(", ", types) + " first")
            .member("hastened");

    /** Whether messages that will have no effect are dropped. */
    public static final Setting<Boolean> FORGET_VOID = Setting.flag(
                    "--forget-void",
                    "Messages: drop messages that will have no effect, whenever they arrive: fewer states, the same"
                            + " verdict.",
                    "A run that is found this way is not saved, because it lacks their arrivals.")
            .ofMessages()
            .phrase(forgets -> "void messages dropped")
            .member("forgetsVoid");

    /** The most arbitrary configurations to start in. */
    public static final Setting<Integer> ANY_START = Setting.number(
                    "--any-start",
                    "S",
                    0,
                    "Messages: start in arbitrary configurations, where every variable has any value of its domain.",
                    "All of them, if there are at most S, otherwise S of them, chosen at random.")
            .ofMessages()
            .atLeast(1)
            .phrase(starts -> "from arbitrary configurations")
            .member("anyStart", (starts, messages) -> starts > 0);

    /** The most arbitrary messages in each channel of an arbitrary configuration. */
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
                    "--stay", "P", "Messages: these nodes never leave once they are inside. The first node is 0.")
            .ofMessages()
            .between(0, n -> n - 1)
            .phrase(nodes -> "some stay inside: " + nodes)
            .member("staying");

    /** Whether timeouts may fire too early. */
    public static final Setting<Boolean> HASTY_TIMERS = Setting.flag(
                    "--hasty-timers",
                    "Messages: timeouts may fire even while a message that the timer should outlast is in transit.")
            .ofMessages()
            .phrase(hasty -> "timeouts come too early")
            .member("hastyTimers");

    /** The seed of the random choice of arbitrary configurations. */
    public static final Setting<Long> SEED = Setting.largeNumber(
                    "--seed", "X", 1, "Messages: with --any-start, the seed of the random choice (default: 1).")
            .ofMessages()
            .alwaysPrinted();

    /** The names of the properties that must hold. */
    public static final Setting<List<String>> PROPERTY = Setting.repeated(
                    "--property",
                    "P[,P...]",
                    KnownProperties.help(),
                    "Default: all that are defined for the other options.")
            .notPrinted();

    /** How often others may enter while one waits. If it is set, this is checked, too. */
    public static final Setting<Integer> WAITS_AT_MOST = Setting.number(
                    "--waits-at-most",
                    "W",
                    0,
                    "Also check that while one waits, the others enter at most W times in total.")
            .atLeast(0)
            .printedFirst()
            .alwaysPrinted();

    /** The name of the algorithm that this one must be equivalent to. */
    public static final Setting<String> EQUIVALENT_TO = Setting.text(
                    "--equivalent-to",
                    "ALGORITHM",
                    "",
                    "The processes must always be in the same regions as those of this algorithm.")
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
     * @param most how many to start in: all, if there are not more; otherwise this many, chosen at random
     * @param messages the most arbitrary messages in each channel
     * @param seed the seed of the random choice
     */
    public record AnyStart(int most, int messages, long seed) {}

    /** Returns the options that are set, with defaults for the others. */
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
