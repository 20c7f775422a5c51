package dev.turnstile.cli;

import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Delay;
import dev.turnstile.lab.simulate.Fault;
import dev.turnstile.lab.simulate.Workload;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What can be said of a simulation of nodes that send messages. */
final class SendingOptions {
    private static final double SLOW_PROBABILITY = 0.01;
    private static final double SLOW_TIMES = 100;
    private static final double TIMEOUT = 1_000;
    private static final Pattern UNITS = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
    private static final Pattern FAULT = Pattern.compile("p?(\\d{1,9})@([0-9.eE-]{1,20})");
    private static final Pattern PAUSE = Pattern.compile("p?(\\d{1,9})@([0-9.eE-]{1,20})\\+([0-9.eE-]{1,20})");

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = {
                "Messages: how often a node that is outside asks, per unit of time.",
                "One rate, several with commas, or a range such as 0.001..10; 0.001..10, unless told."
            })
    Optional<String> rate;

    @Option(
            names = "--cost",
            paramLabel = "TS,TR,TT",
            description = "Messages: what it costs to send a copy, to receive it, and how long it travels;"
                    + " 0.1,0.1,0.8, unless told.")
    Optional<String> cost;

    @Option(
            names = "--delay",
            paramLabel = "KIND",
            description = {
                "Messages: constant (always TT), uniform (0 to 2 TT), exponential (mean TT), slow (1 in 100 takes 100"
                        + " TT),",
                "adversarial (channels are slow in turns, 100 TT, or quick); constant, unless told. Never out of order"
                        + " on one channel."
            })
    Optional<String> delay;

    @Option(
            names = "--units",
            paramLabel = "U",
            description = "Messages: how many units each request is for, or a range such as 1-3; one, unless told.")
    Optional<String> units;

    @Option(
            names = "--patience",
            paramLabel = "T",
            description = "Messages: whoever has waited for so long gives up; nobody, unless told.")
    Optional<String> patience;

    @Option(
            names = "--timeout",
            paramLabel = "T",
            description = "Messages: how long it takes until a timer runs out; 1000, unless told, or 20 n where it must"
                    + " outlast a round.")
    Optional<String> timeout;

    @Option(
            names = "--hasten",
            paramLabel = "TYPE",
            split = ",",
            description = "Messages: those of this type cost neither TS nor TR, and overtake others; where an algorithm"
                    + " bears it (makki-timed).")
    List<String> hastened = new ArrayList<>();

    @Option(names = "--crash", paramLabel = "NODE@T", description = "Messages: the node stops for ever at that time.")
    List<String> crashes = new ArrayList<>();

    @Option(
            names = "--pause",
            paramLabel = "NODE@T+D",
            description = "Messages: the node does nothing from that time on, for so long.")
    List<String> pauses = new ArrayList<>();

    @Option(
            names = "--corrupt",
            paramLabel = "NODE@T",
            description = "Messages: all variables of the node get arbitrary values at that time.")
    List<String> corruptions = new ArrayList<>();

    @Option(
            names = "--lose",
            paramLabel = "NODE@T",
            description = "Messages: the next message that the node sends from that time on is lost.")
    List<String> losses = new ArrayList<>();

    @Option(
            names = "--repeat",
            paramLabel = "NODE@T",
            description = "Messages: the next message that the node sends from that time on arrives twice.")
    List<String> repeats = new ArrayList<>();

    @Option(
            names = "--any-start",
            paramLabel = "M",
            description =
                    "Messages: begin in an arbitrary configuration, with up to M arbitrary messages in each channel.")
    Optional<Integer> anyStart;

    @Option(
            names = "--chart",
            paramLabel = "FILE.svg",
            description = "Messages: draw delay and messages per entry over the rate, as SVG.")
    Optional<Path> chart;

    @Option(
            names = "--by-type",
            description = "Messages: tell also how many there are of each type, in a second table, or in the JSON.")
    boolean byType;

    /** The names of those that were used. */
    List<String> used() {
        return Stream.of(
                        rate.map(value -> "--rate"),
                        cost.map(value -> "--cost"),
                        delay.map(value -> "--delay"),
                        units.map(value -> "--units"),
                        patience.map(value -> "--patience"),
                        timeout.map(value -> "--timeout"),
                        hastened.stream().findFirst().map(value -> "--hasten"),
                        crashes.stream().findFirst().map(value -> "--crash"),
                        pauses.stream().findFirst().map(value -> "--pause"),
                        corruptions.stream().findFirst().map(value -> "--corrupt"),
                        losses.stream().findFirst().map(value -> "--lose"),
                        repeats.stream().findFirst().map(value -> "--repeat"),
                        anyStart.map(value -> "--any-start"),
                        Optional.of("--by-type").filter(option -> byType),
                        chart.map(value -> "--chart"))
                .flatMap(Optional::stream)
                .toList();
    }

    /** What the nodes want, at any rate. */
    Workload workload(double hold) {
        int[] asked = units();
        if (anyStart.isPresent() && anyStart.get() < 0) {
            throw new IllegalArgumentException(
                    "--any-start must be 0 messages in a channel or more, not " + anyStart.get());
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
                anyStart.stream().mapToInt(messages -> messages).findFirst());
    }

    /** The fewest and the most. */
    private int[] units() {
        Matcher matcher = matcher("--units", UNITS, units.orElse("1"), "a number such as 2, or a range such as 1-3");
        int least = Integer.parseInt(matcher.group(1));
        int most = matcher.group(2) == null ? least : Integer.parseInt(matcher.group(2));
        if (least < 1 || most < least) {
            throw new IllegalArgumentException(
                    "--units must be at least 1, and a range from less to more, such as 1-3, not '"
                            + units.orElseThrow() + "'");
        }
        return new int[] {least, most};
    }

    private double timeout() {
        double time = timeout.map(text -> number("--timeout", text)).orElse(TIMEOUT);
        if (time == 0) {
            throw new IllegalArgumentException("--timeout must be more than 0, not " + timeout.orElseThrow());
        }
        return time;
    }

    /** The hastened messages of an algorithm. */
    Set<Class<? extends Message>> hastened(NodeSystem<?> system) {
        List<Class<? extends Message>> all = Arrays.stream(system.messages().getPermittedSubclasses())
                .<Class<? extends Message>>map(type -> type.asSubclass(Message.class))
                .toList();
        for (String name : hastened) {
            if (all.stream().noneMatch(type -> type.getSimpleName().equals(name))) {
                throw new IllegalArgumentException("--hasten: no message is called '" + name + "'; there are: "
                        + String.join(
                                ", ", all.stream().map(Class::getSimpleName).toList()));
            }
        }
        return all.stream()
                .filter(type -> hastened.contains(type.getSimpleName()))
                .collect(Collectors.toSet());
    }

    private OptionalDouble patience() {
        if (patience.isEmpty()) {
            return OptionalDouble.empty();
        }
        double time = number("--patience", patience.get());
        if (time == 0) {
            throw new IllegalArgumentException("--patience must be more than 0, not " + patience.get());
        }
        return OptionalDouble.of(time);
    }

    private Costs costs() {
        String text = cost.orElse("0.1,0.1,0.8");
        List<String> parts = List.of(text.split(",", -1));
        if (parts.size() != 3) {
            throw new IllegalArgumentException(
                    "--cost must be three numbers, to send, to receive and to travel, such as 0.1,0.1,0.8, not '" + text
                            + "'");
        }
        try {
            return new Costs(
                    number("--cost", parts.get(0)), number("--cost", parts.get(1)), number("--cost", parts.get(2)));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(prefixed("--cost", refused.getMessage()), refused);
        }
    }

    private Delay delay() {
        String kind = delay.orElse("constant");
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
        crashes.forEach(text -> faults.add(fault("--crash", text, Fault.Crash::new)));
        corruptions.forEach(text -> faults.add(fault("--corrupt", text, Fault.Corrupt::new)));
        losses.forEach(text -> faults.add(fault("--lose", text, Fault.Lose::new)));
        repeats.forEach(text -> faults.add(fault("--repeat", text, Fault.Repeat::new)));
        for (String text : pauses) {
            Matcher matcher = matcher("--pause", PAUSE, text, "NODE@TIME+LENGTH, such as 3@100+50");
            faults.add(new Fault.Pause(
                    Integer.parseInt(matcher.group(1)),
                    number("--pause", matcher.group(2)),
                    number("--pause", matcher.group(3))));
        }
        return faults;
    }

    private static Fault fault(String option, String text, BiFunction<Integer, Double, Fault> kind) {
        Matcher matcher = matcher(option, FAULT, text, "NODE@TIME, such as 3@100");
        return kind.apply(Integer.valueOf(matcher.group(1)), number(option, matcher.group(2)));
    }

    private static Matcher matcher(String option, Pattern pattern, String text, String allowed) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(option + " must be " + allowed + ", not '" + text + "'");
        }
        return matcher;
    }

    /** A number that is not negative. */
    static double number(String option, String text) {
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

    /** What is not as usual, for a title. */
    String title() {
        List<String> words = special();
        return words.isEmpty()
                ? ""
                : ", "
                        + String.join(
                                ", ",
                                words.stream().map(word -> word.substring(2)).toList());
    }

    /** All of it, for programs. */
    Map<String, Object> members(Workload workload) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("send", workload.costs().send());
        members.put("receive", workload.costs().receive());
        members.put("transit", workload.costs().transit());
        members.put("hold", workload.hold());
        members.put("delay", delay.orElse("constant"));
        members.put("units", workload.units());
        members.put("unitsLeast", workload.unitsLeast());
        members.put(
                "patience",
                patience.map(text -> (Object) number("--patience", text)).orElse(null));
        members.put("timeout", workload.timeout());
        members.put("hastened", hastened);
        members.put("crash", crashes);
        members.put("pause", pauses);
        members.put("corrupt", corruptions);
        members.put("lose", losses);
        members.put("repeat", repeats);
        members.put("anyStart", anyStart.map(messages -> (Object) messages).orElse(null));
        return members;
    }

    /** These options again, for a run of one rate and seed. */
    String words(double rateOf, long seedOf) {
        List<String> words = new ArrayList<>();
        words.add("--rate " + Human.number(rateOf));
        cost.ifPresent(value -> words.add("--cost " + value));
        words.addAll(special());
        words.add("--seed " + seedOf);
        return String.join(" ", words);
    }

    private List<String> special() {
        List<String> words = new ArrayList<>();
        delay.ifPresent(value -> words.add("--delay " + value));
        units.ifPresent(value -> words.add("--units " + value));
        patience.ifPresent(value -> words.add("--patience " + value));
        timeout.ifPresent(value -> words.add("--timeout " + value));
        if (!hastened.isEmpty()) {
            words.add("--hasten " + String.join(",", hastened));
        }
        crashes.forEach(value -> words.add("--crash " + value));
        pauses.forEach(value -> words.add("--pause " + value));
        corruptions.forEach(value -> words.add("--corrupt " + value));
        losses.forEach(value -> words.add("--lose " + value));
        repeats.forEach(value -> words.add("--repeat " + value));
        anyStart.ifPresent(value -> words.add("--any-start " + value));
        return words;
    }
}
