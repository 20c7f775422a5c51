package dev.turnstile.lab.setting;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * One option of a check or a simulation: its name, what it is for, its default, what is allowed, and how it is printed.
 * A command line reads it, a form shows it, and a report prints it, all from here.
 *
 * <pre>{@code
 * static final Setting<Integer> CRASHES = Setting.number("--crashes", "F", 0, "Up to F processes may stop forever.")
 *         .between(0, n -> n)
 *         .phrase(crashes -> "up to " + crashes + " crashes")
 *         .member("crashes");
 * }</pre>
 *
 * @param <T> what its values are
 */
public final class Setting<T> {
    /** How it is written. */
    public enum Form {
        /** Its name alone. */
        FLAG,
        /** Its name and a value. */
        ONE,
        /** Its name and values with commas. */
        LIST,
        /** Its name and a value, any number of times. */
        REPEATED
    }

    private final String name;
    private final String label;
    private final List<String> help;
    private final Form form;
    private final Class<?> type;
    private final T byDefault;
    private int least = Integer.MIN_VALUE;
    private IntUnaryOperator most = n -> Integer.MAX_VALUE;
    private boolean ofMessages;
    private boolean printedFirst;
    private boolean alwaysPrinted;
    private boolean printed = true;
    private Function<T, String> phrase = value -> "";
    private String member = "";
    private BiFunction<T, Boolean, Object> memberOf = (value, messages) -> value;

    private Setting(String name, String label, Form form, Class<?> type, T byDefault, String... help) {
        this.name = name;
        this.label = label;
        this.form = form;
        this.type = type;
        this.byDefault = byDefault;
        this.help = List.of(help);
    }

    /** On or off; off by default. */
    public static Setting<Boolean> flag(String name, String... help) {
        return new Setting<>(name, "", Form.FLAG, Boolean.class, false, help);
    }

    /** A whole number. */
    public static Setting<Integer> number(String name, String label, int byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, Integer.class, byDefault, help);
    }

    /** A large whole number. */
    public static Setting<Long> largeNumber(String name, String label, long byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, Long.class, byDefault, help);
    }

    /** A text. */
    public static Setting<String> text(String name, String label, String byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, String.class, byDefault, help);
    }

    /** Whole numbers; none by default. */
    public static Setting<List<Integer>> numbers(String name, String label, String... help) {
        return new Setting<>(name, label, Form.LIST, Integer.class, List.of(), help);
    }

    /** Words; none by default. */
    public static Setting<List<String>> words(String name, String label, String... help) {
        return new Setting<>(name, label, Form.LIST, String.class, List.of(), help);
    }

    /** Texts, each with the name before it; none by default. */
    public static Setting<List<String>> repeated(String name, String label, String... help) {
        return new Setting<>(name, label, Form.REPEATED, String.class, List.of(), help);
    }

    /** At least so much, and at most so much, where there are n participants. */
    public Setting<T> between(int from, IntUnaryOperator to) {
        least = from;
        most = to;
        return this;
    }

    /** At least so much. */
    public Setting<T> atLeast(int from) {
        least = from;
        return this;
    }

    /** For algorithms with messages only. Printed among the words of a command first, and told to programs last. */
    public Setting<T> ofMessages() {
        ofMessages = true;
        return printedFirst();
    }

    /** Printed among the words of a command before the others. */
    public Setting<T> printedFirst() {
        printedFirst = true;
        return this;
    }

    /** Printed among the words of a command also where it has its default. */
    public Setting<T> alwaysPrinted() {
        alwaysPrinted = true;
        return this;
    }

    /** Not printed among the words of a command. */
    public Setting<T> notPrinted() {
        printed = false;
        return this;
    }

    /** How it is told to people, where it does not have its default. */
    public Setting<T> phrase(Function<T, String> words) {
        phrase = words;
        return this;
    }

    /** The name by which programs are told its value. */
    public Setting<T> member(String key) {
        member = key;
        return this;
    }

    /** Likewise, told in another form; by whether the algorithm sends messages. */
    public Setting<T> member(String key, BiFunction<T, Boolean, Object> value) {
        member = key;
        memberOf = value;
        return this;
    }

    /** Its name, as on the command line. */
    public String name() {
        return name;
    }

    /** What stands for its value in a description; empty for a flag. */
    public String label() {
        return label;
    }

    /** What it is for, in lines. */
    public List<String> help() {
        return help;
    }

    /** How it is written. */
    public Form form() {
        return form;
    }

    /** What a single value of it is. */
    public Class<?> type() {
        return type;
    }

    /** What it is, unless it is set. */
    public T byDefault() {
        return byDefault;
    }

    /** Whether it is for algorithms with messages only. */
    public boolean isOfMessages() {
        return ofMessages;
    }

    void check(T value, int participants) {
        if (value instanceof Integer number) {
            checkNumber(number, participants);
        }
        if (value instanceof List<?> list && type == Integer.class) {
            list.forEach(each -> checkNumber((Integer) each, participants));
        }
    }

    private void checkNumber(int number, int participants) {
        int mostHere = most.applyAsInt(participants);
        if (number < least || number > mostHere) {
            String range =
                    mostHere == Integer.MAX_VALUE ? "at least " + least : "between " + least + " and " + mostHere;
            throw new IllegalArgumentException(name + " must be " + range + ", not " + number);
        }
    }

    boolean isPrintedFirst() {
        return printedFirst;
    }

    /** The words that set it again. */
    List<String> words(T value) {
        if (!printed || (value.equals(byDefault) && !alwaysPrinted)) {
            return List.of();
        }
        return switch (form) {
            case FLAG -> List.of(name);
            case ONE -> List.of(name + " " + value);
            case LIST ->
                List.of(name + " "
                        + ((List<?>) value).stream().map(String::valueOf).collect(Collectors.joining(",")));
            case REPEATED ->
                ((List<?>) value).stream().map(each -> name + " " + each).toList();
        };
    }

    String phrase(T value) {
        return value.equals(byDefault) ? "" : phrase.apply(value);
    }

    boolean hasMember() {
        return !member.isEmpty();
    }

    String member() {
        return member;
    }

    Object memberOf(T value, boolean messages) {
        return memberOf.apply(value, messages);
    }

    @Override
    public String toString() {
        return name;
    }
}
