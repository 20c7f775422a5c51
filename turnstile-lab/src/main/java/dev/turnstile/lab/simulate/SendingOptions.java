package dev.turnstile.lab.simulate;

import dev.turnstile.lab.setting.Setting;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The options of a simulation of nodes that send messages. Each option is defined once, here.
 *
 * <pre>{@code
 * Workload workload = new SendingOptions(Settings.NONE.with(SendingOptions.TIMEOUT, "500")).workload(0.0002);
 * workload.timeout();      // 500.0
 * }</pre>
 */
public final class SendingOptions {
    private static final double SLOW_PROBABILITY = 0.01;
    private static final double SLOW_TIMES = 100;
    private static final Pattern UNITS_TEXT = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
    private static final Pattern FAULT_TEXT = Pattern.compile("p?(\\d{1,9})@([0-9.eE-]{1,20})");
    private static final Pattern PAUSE_TEXT = Pattern.compile("p?(\\d{1,9})@([0-9.eE-]{1,20})\\+([0-9.eE-]{1,20})");

    /** How often a node makes a request. */
    public static final Setting<String> RATE = Setting.text(
                    "--rate",
                    "R",
                    "0.001..10",
                    "Messages: how often a node that is outside makes a request, per unit of time.",
                    "One rate, several separated by commas, or a range (default: 0.001..10).")
            .alwaysPrinted();

    private static final Setting<String> COST = Setting.text(
                    "--cost",
                    "TS,TR,TT",
                    "0.1,0.1,0.8",
                    "Messages: the time to send a copy, to receive it, and in transit (default: 0.1,0.1,0.8).")
            .alwaysPrinted();

    private static final Setting<String> DELAY = Setting.text(
                    "--delay",
                    "KIND",
                    "constant",
                    "Messages: the time in transit: constant (always TT), uniform (0 to 2 TT), exponential (mean TT),"
                            + " slow (1 in 100 takes 100 TT), or adversarial (channels take turns to be slow, 100 TT,"
                            + " or quick). Default: constant.",
                    "Messages on one channel always arrive in order.")
            .alwaysPrinted();

    private static final Setting<String> UNITS = Setting.text(
                    "--units",
                    "U",
                    "1",
                    "Messages: each request of every node is for U units, or, with a range such as 1-3, for a random"
                            + " number from it (default: 1).")
            .alwaysPrinted();

    private static final Setting<String> PATIENCE = Setting.text(
                    "--patience", "T", "", "Messages: a node gives up after waiting for T (default: never).")
            .alwaysPrinted();

    /** The time until a timer expires. If it must outlast a round, its default depends on the number of nodes. */
    public static final Setting<String> TIMEOUT = Setting.text(
                    "--timeout",
                    "T",
                    "1000",
                    "Messages: the time until a timer expires (default: 1000, or 20 n if that is more and the timer"
                            + " must outlast a round).")
            .alwaysPrinted();

    private static final Setting<List<String>> HASTEN = Setting.words(
            "--hasten",
            "TYPE",
            "Messages: messages of this type cost neither TS nor TR and overtake others, if the algorithm tolerates"
                    + " that (makki-timed).");

    private static final Setting<List<String>> CRASH =
            Setting.repeated("--crash", "NODE@T", "Messages: the node crashes at time T.");

    private static final Setting<List<String>> PAUSE =
            Setting.repeated("--pause", "NODE@T+D", "Messages: the node does nothing from time T on, for a time of D.");

    private static final Setting<List<String>> CORRUPT = Setting.repeated(
            "--corrupt", "NODE@T", "Messages: all variables of the node get arbitrary values at time T.");

    private static final Setting<List<String>> LOSE = Setting.repeated(
            "--lose", "NODE@T", "Messages: the next message that the node sends from time T on is lost.");

    private static final Setting<List<String>> REPEAT = Setting.repeated(
            "--repeat", "NODE@T", "Messages: the next message that the node sends from time T on arrives twice.");

    private static final Setting<Integer> ANY_START = Setting.number(
                    "--any-start",
                    "M",
                    0,
                    "Messages: start in an arbitrary configuration, with up to M arbitrary messages in each channel.")
            .alwaysPrinted();

    /** The file for the chart. */
    public static final Setting<String> CHART = Setting.text(
                    "--chart", "FILE.svg", "", "Messages: draw delay and messages per entry against the rate, as SVG.")
            .notPrinted();

    /** Whether messages are counted by type. */
    public static final Setting<Boolean> BY_TYPE = Setting.flag(
                    "--by-type", "Messages: also count the messages of each type, in a second table or in the JSON.")
            .notPrinted();

    /** All options, in the order of the help. */
    public static final List<Setting<?>> ALL = List.of(
            RATE, COST, DELAY, UNITS, PATIENCE, TIMEOUT, HASTEN, CRASH, PAUSE, CORRUPT, LOSE, REPEAT, ANY_START, CHART,
            BY_TYPE);

    private final Settings settings;

    /** Creates options with these values. */
    public SendingOptions(Settings settings) {
        this.settings = settings;
    }

    /** Returns the values of the options. */
    public Settings settings() {
        return settings;
    }

    /**
     * Returns the workload of the nodes, with a rate of 1.
     *
     * @throws IllegalArgumentException if an option has a value that is not allowed
     */
    public Workload workload(double hold) {
        int[] asked = units();
        if (settings.get(ANY_START) < 0) {
            throw new IllegalArgumentException(
                    "--any-start must be 0 or more messages per channel, not " + settings.get(ANY_START));
        }
        return new Workload(
                1,
                hold,
                asked[1],
                costs(),
                delay(),
                patience(),
                timeout(),
                faults(),
                Set.of(),
                asked[0],
                settings.find(ANY_START).stream().mapToInt(messages -> messages).findFirst());
    }

    /** Returns the fewest and the most units of a request. */
    private int[] units() {
        Matcher matcher =
                matcher("--units", UNITS_TEXT, settings.get(UNITS), "a number such as 2, or a range such as 1-3");
        int least = Integer.parseInt(matcher.group(1));
        int most = matcher.group(2) == null ? least : Integer.parseInt(matcher.group(2));
        if (least < 1 || most < least) {
            throw new IllegalArgumentException(
                    "--units must be at least 1, and a range must be ascending, such as 1-3, not '"
                            + settings.get(UNITS) + "'");
        }
        return new int[] {least, most};
    }

    private double timeout() {
        double time = number("--timeout", settings.get(TIMEOUT));
        if (time == 0) {
            throw new IllegalArgumentException("--timeout must be more than 0, not " + settings.get(TIMEOUT));
        }
        return time;
    }

    /**
     * Returns the types of messages that overtake others.
     *
     * @throws IllegalArgumentException if the algorithm has no message of such a name
     */
    public Set<Class<? extends Message>> hastened(NodeSystem<?> system) {
        List<Class<? extends Message>> all = Arrays.stream(system.messages().getPermittedSubclasses())
                .<Class<? extends Message>>map(type -> type.asSubclass(Message.class))
                .toList();
        for (String name : settings.get(HASTEN)) {
            if (all.stream().noneMatch(type -> type.getSimpleName().equals(name))) {
                throw new IllegalArgumentException("--hasten: no message is called '" + name + "'; there are: "
                        + String.join(
                                ", ", all.stream().map(Class::getSimpleName).toList()));
            }
        }
        return all.stream()
                .filter(type -> settings.get(HASTEN).contains(type.getSimpleName()))
                .collect(Collectors.toSet());
    }

    private OptionalDouble patience() {
        if (!settings.has(PATIENCE)) {
            return OptionalDouble.empty();
        }
        double time = number("--patience", settings.get(PATIENCE));
        if (time == 0) {
            throw new IllegalArgumentException("--patience must be more than 0, not " + settings.get(PATIENCE));
        }
        return OptionalDouble.of(time);
    }

    private Costs costs() {
        String text = settings.get(COST);
        List<String> parts = List.of(text.split(",", -1));
        if (parts.size() != 3) {
            throw new IllegalArgumentException(
                    "--cost must be three numbers, to send, to receive and in transit, such as 0.1,0.1,0.8, not '"
                            + text + "'");
        }
        try {
            return new Costs(
                    number("--cost", parts.get(0)), number("--cost", parts.get(1)), number("--cost", parts.get(2)));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(prefixed("--cost", refused.getMessage()), refused);
        }
    }

    private Delay delay() {
        String kind = settings.get(DELAY);
        return switch (kind) {
            case "constant" -> new Delay.Constant();
            case "uniform" -> new Delay.Uniform();
            case "exponential" -> new Delay.Exponential();
            case "slow" -> new Delay.Slow(SLOW_PROBABILITY, SLOW_TIMES);
            case "adversarial" -> new Delay.Adversarial(SLOW_TIMES);
            default ->
                throw new IllegalArgumentException(
                        "--delay must be constant, uniform, exponential, slow or adversarial, not '" + kind + "'");
        };
    }

    private List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        settings.get(CRASH).forEach(text -> faults.add(fault("--crash", text, Fault.Crash::new)));
        settings.get(CORRUPT).forEach(text -> faults.add(fault("--corrupt", text, Fault.Corrupt::new)));
        settings.get(LOSE).forEach(text -> faults.add(fault("--lose", text, Fault.Lose::new)));
        settings.get(REPEAT).forEach(text -> faults.add(fault("--repeat", text, Fault.Repeat::new)));
        for (String text : settings.get(PAUSE)) {
            Matcher matcher = matcher("--pause", PAUSE_TEXT, text, "NODE@TIME+LENGTH, such as 3@100+50");
            faults.add(new Fault.Pause(
                    Integer.parseInt(matcher.group(1)),
                    number("--pause", matcher.group(2)),
                    number("--pause", matcher.group(3))));
        }
        return faults;
    }

    private static Fault fault(String option, String text, BiFunction<Integer, Double, Fault> kind) {
        Matcher matcher = matcher(option, FAULT_TEXT, text, "NODE@TIME, such as 3@100");
        return kind.apply(Integer.valueOf(matcher.group(1)), number(option, matcher.group(2)));
    }

    private static Matcher matcher(String option, Pattern pattern, String text, String allowed) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(option + " must be " + allowed + ", not '" + text + "'");
        }
        return matcher;
    }

    /**
     * Parses a number that is not negative.
     *
     * @throws IllegalArgumentException if the text is not a number, or the number is negative or infinite
     */
    public static double number(String option, String text) {
        double value;
        try {
            value = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + ": '" + text + "' is not a number", e);
        }
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    option + ": " + text + " is negative or too large; 0 or more is allowed");
        }
        return value;
    }

    private static String prefixed(String option, String message) {
        return message.startsWith(option) ? message : option + ": " + message;
    }

    /** Returns the options that are set, other than rate and cost, for a title. */
    public String title() {
        List<String> words = settings.without(RATE).without(COST).words(ALL);
        return words.isEmpty()
                ? ""
                : ", "
                        + String.join(
                                ", ",
                                words.stream().map(word -> word.substring(2)).toList());
    }

    /** Returns the values of all options but the rate, by name, for programs. */
    public Map<String, Object> members(Workload workload) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("send", workload.costs().send());
        members.put("receive", workload.costs().receive());
        members.put("transit", workload.costs().transit());
        members.put("hold", workload.hold());
        members.put("delay", settings.get(DELAY));
        members.put("units", workload.units());
        members.put("unitsLeast", workload.unitsLeast());
        members.put("patience", settings.has(PATIENCE) ? number("--patience", settings.get(PATIENCE)) : null);
        members.put("timeout", workload.timeout());
        members.put("hastened", settings.get(HASTEN));
        members.put("crash", settings.get(CRASH));
        members.put("pause", settings.get(PAUSE));
        members.put("corrupt", settings.get(CORRUPT));
        members.put("lose", settings.get(LOSE));
        members.put("repeat", settings.get(REPEAT));
        members.put("anyStart", settings.find(ANY_START).orElse(null));
        return members;
    }

    /** Returns the words of a command that set these options again, for a run with one rate and seed. */
    public String words(String rate, long seed) {
        return String.join(" ", settings.with(RATE, rate).words(ALL)) + " --seed " + seed;
    }
}
