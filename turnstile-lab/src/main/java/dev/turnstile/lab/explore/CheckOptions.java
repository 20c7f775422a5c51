package dev.turnstile.lab.explore;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What may happen in a check besides the plain protocol, and what is asked of it. An option exists once, here: the
 * command line reads it, the reports print it, and the models ask for its value.
 *
 * <pre>{@code
 * CheckOptions options = CheckOptions.of(Settings.NONE.with(CheckOptions.CRASHES, 1));
 * }</pre>
 *
 * @param crashes how many may stop for ever
 * @param kills whether processes may be killed, and come again
 * @param cancels whether waiters may give up
 * @param attempts whether processes may also ask without being ready to wait
 * @param requests how often each node may ask, or one number for all; 0 for any number of times
 * @param room only runs in which no channel ever holds more messages are explored; 0 for all
 * @param hastened only runs in which messages of types with these names arrive before anything else happens are
 *     explored
 * @param forgetsVoid messages that will be of no effect are taken away
 * @param anyStart the search starts in arbitrary configurations, not in the initial one
 * @param staying nodes that never leave once they are inside
 * @param hastyTimers timeouts may come even while messages that timers should outlast are on their way
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
    /** How many may stop for ever. */
    public static final Setting<Integer> CRASHES = Setting.number(
                    "--crashes", "F", 0, "Up to F processes may stop for ever, at any step.")
            .between(0, n -> n)
            .phrase(crashes -> "up to " + crashes + (crashes == 1 ? " crash" : " crashes"))
            .member("crashes");

    /** Whether processes may be killed. */
    public static final Setting<Boolean> KILL = Setting.flag(
                    "--kill",
                    "Processes may be killed, at any step and any number of times; others clear up (ledger only).")
            .phrase(kills -> "with kills")
            .member("kill");

    /** Whether waiters may give up. */
    public static final Setting<Boolean> CANCEL = Setting.flag("--cancel", "Waiters may give up, at any step.")
            .phrase(cancels -> "waiters may give up")
            .member("cancel");

    /** Whether processes may ask without waiting. */
    public static final Setting<Boolean> ATTEMPT = Setting.flag(
                    "--attempt", "Processes may also ask without being ready to wait.")
            .phrase(attempts -> "some ask without waiting")
            .member("attempt");

    /** How many units each asks for; one each, where it is empty. */
    public static final Setting<List<Integer>> UNITS = Setting.numbers(
                    "--units", "U", "How many units each process asks for; one, unless told.")
            .phrase(units -> "units " + units)
            .member("units");

    /** How often each node asks. */
    public static final Setting<List<Integer>> REQUESTS = Setting.numbers(
                    "--requests",
                    "R",
                    "Messages: each node asks at most so many times; 2, unless told; 0 for any number of times.",
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

    /** Types of messages that arrive first. */
    public static final Setting<List<String>> HASTEN = Setting.words(
                    "--hasten",
                    "TYPE",
                    "Messages: explore only the runs in which those of this type arrive before anything else.")
            .ofMessages()
            .phrase(types -> "first " + String.join(", ", types))
            .member("hastened");

    /** Whether messages without effect are forgotten. */
    public static final Setting<Boolean> FORGET_VOID = Setting.flag(
                    "--forget-void",
                    "Messages: forget those that will be of no effect, whenever they arrive: fewer states, the same"
                            + " verdict.",
                    "A run that is found then is not kept: it lacks their arrivals.")
            .ofMessages()
            .phrase(forgets -> "without what is void")
            .member("forgetsVoid");

    /** Up to so many arbitrary configurations to begin in. */
    public static final Setting<Integer> ANY_START = Setting.number(
                    "--any-start",
                    "S",
                    0,
                    "Messages: begin in arbitrary configurations, every variable with any value of its domain:",
                    "all, if there are not more than S, else S of them by chance.")
            .ofMessages()
            .atLeast(1)
            .phrase(starts -> "from arbitrary configurations")
            .member("anyStart", (starts, messages) -> starts > 0);

    /** With up to so many messages in each channel then. */
    public static final Setting<Integer> MESSAGES = Setting.number(
                    "--messages",
                    "M",
                    0,
                    "Messages: with up to M arbitrary messages in each channel then; none, unless told.")
            .ofMessages()
            .atLeast(0)
            .alwaysPrinted();

    /** Nodes that stay inside. */
    public static final Setting<List<Integer>> STAY = Setting.numbers(
                    "--stay", "P", "Messages: these nodes never leave once they are inside; the first is 0.")
            .ofMessages()
            .between(0, n -> n - 1)
            .phrase(nodes -> "some stay inside: " + nodes)
            .member("staying");

    /** Whether timeouts may come too early. */
    public static final Setting<Boolean> HASTY_TIMERS = Setting.flag(
                    "--hasty-timers",
                    "Messages: timeouts may come even while what a timer should outlast is on its way.")
            .ofMessages()
            .phrase(hasty -> "timeouts come too early")
            .member("hastyTimers");

    /** What the chance of arbitrary configurations starts from. */
    public static final Setting<Long> SEED = Setting.largeNumber(
                    "--seed", "X", 1, "Messages: what that chance starts from; 1, unless told.")
            .ofMessages()
            .alwaysPrinted();

    /** The names of the properties that must hold. */
    public static final Setting<List<String>> PROPERTY = Setting.repeated(
                    "--property",
                    "P[,P...]",
                    KnownProperties.help(),
                    "Unless told, all that are defined for the other options.")
            .notPrinted();

    /** How often others may enter while one waits; where it is set, that is checked, too. */
    public static final Setting<Integer> WAITS_AT_MOST = Setting.number(
                    "--waits-at-most", "W", 0, "Also: while one waits, the others enter at most W times, all together.")
            .atLeast(0)
            .printedFirst()
            .alwaysPrinted();

    /** The name of the algorithm that it must be equivalent to. */
    public static final Setting<String> EQUIVALENT_TO = Setting.text(
                    "--equivalent-to",
                    "ALGORITHM",
                    "",
                    "It must always have its processes in the same regions as this one.")
            .phrase(other -> "compared with " + other)
            .member("equivalentTo", (other, messages) -> other.isEmpty() ? null : other);

    /** All of them, in the order of the help. */
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
     * @param most all, if there are not more than these; else so many by chance
     * @param messages how many arbitrary messages each channel has at most
     * @param seed what chance starts from
     */
    public record AnyStart(int most, int messages, long seed) {}

    /** What is set, and defaults. */
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
