package dev.turnstile.lab.setting;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * One option of a check or a simulation: its name, its purpose, its default, the values allowed, and how it is printed.
 * The command line parses it, a form shows it, and a report prints it, all from this description.
 *
 * <pre>{@code
 * static final Setting<Integer> CRASHES = Setting.number("--crashes", "F", 0, "Up to F processes may stop forever.")
 *         .between(0, n -> n)
 *         .phrase(crashes -> "up to " + crashes + " crashes")
 *         .member("crashes");
 * }</pre>
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {
    /** How an option is written. */
    public enum Form {
        /** The name alone. */
        FLAG,
        /** The name and a value. */
        ONE,
        /** The name and values separated by commas. */
        LIST,
        /** The name and a value, any number of times. */
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

    /** Returns an option that is on or off. Default: off. */
    public static Setting<Boolean> flag(String name, String... help) {
        return new Setting<>(name, "", Form.FLAG, Boolean.class, false, help);
    }

    /** Returns an option for an integer. */
    public static Setting<Integer> number(String name, String label, int byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, Integer.class, byDefault, help);
    }

    /** Returns an option for a long integer. */
    public static Setting<Long> largeNumber(String name, String label, long byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, Long.class, byDefault, help);
    }

    /** Returns an option for a text. */
    public static Setting<String> text(String name, String label, String byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, String.class, byDefault, help);
    }

    /** Returns an option for a list of integers. Default: empty. */
    public static Setting<List<Integer>> numbers(String name, String label, String... help) {
        return new Setting<>(name, label, Form.LIST, Integer.class, List.of(), help);
    }

    /** Returns an option for a list of words. Default: empty. */
    public static Setting<List<String>> words(String name, String label, String... help) {
        return new Setting<>(name, label, Form.LIST, String.class, List.of(), help);
    }

    /** Returns an option for texts, each preceded by the name. Default: empty. */
    public static Setting<List<String>> repeated(String name, String label, String... help) {
        return new Setting<>(name, label, Form.REPEATED, String.class, List.of(), help);
    }

    /** Restricts the value to a range; the upper bound depends on the number of participants. */
    public Setting<T> between(int from, IntUnaryOperator to) {
        least = from;
        most = to;
        return this;
    }

    /** Restricts the value to at least this much. */
    public Setting<T> atLeast(int from) {
        least = from;
        return this;
    }

    /**
     * Restricts the option to message-passing algorithms. A command prints it first, and {@link Settings#members} lists
     * it last.
     */
    public Setting<T> ofMessages() {
        ofMessages = true;
        return printedFirst();
    }

    /** Prints the option before the others in a command. */
    public Setting<T> printedFirst() {
        printedFirst = true;
        return this;
    }

    /** Prints the option in a command even if it has its default. */
    public Setting<T> alwaysPrinted() {
        alwaysPrinted = true;
        return this;
    }

    /** Omits the option from a printed command. */
    public Setting<T> notPrinted() {
        printed = false;
        return this;
    }

    /** Sets the phrase that describes a value to people, used unless the value is the default. */
    public Setting<T> phrase(Function<T, String> words) {
        phrase = words;
        return this;
    }

    /** Sets the name of its value in output for programs. */
    public Setting<T> member(String key) {
        member = key;
        return this;
    }

    /**
     * Sets the name of its value in output for programs, and how to convert the value. The flag tells whether the
     * algorithm sends messages.
     */
    public Setting<T> member(String key, BiFunction<T, Boolean, Object> value) {
        member = key;
        memberOf = value;
        return this;
    }

    /** Returns its name, as on the command line. */
    public String name() {
        return name;
    }

    /** Returns the placeholder for its value in a description; empty for a flag. */
    public String label() {
        return label;
    }

    /** Returns the lines of its help text. */
    public List<String> help() {
        return help;
    }

    /** Returns how it is written. */
    public Form form() {
        return form;
    }

    /** Returns the type of a single value. */
    public Class<?> type() {
        return type;
    }

    /** Returns the default. */
    public T byDefault() {
        return byDefault;
    }

    /** Returns whether it is only for message-passing algorithms. */
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

    /** Returns the words of a command that set this value. */
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
