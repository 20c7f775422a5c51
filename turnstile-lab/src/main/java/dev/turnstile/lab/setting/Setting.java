package dev.turnstile.lab.setting;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * One option of a check or a simulation: its name, its help, its default, its bounds, and how it is printed. Command
 * lines, forms and reports all use this description.
 *
 * <pre>{@code
 * static final Setting<Integer> CRASHES = Setting.number("--crashes", "F", 0, "Up to F processes may crash.")
 *         .between(0, n -> n)
 *         .phrase(crashes -> "up to " + crashes + " crashes")
 *         .member("crashes");
 * }</pre>
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {
    /** The form of an option on the command line. */
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

    /** Creates a flag. Default: off. */
    public static Setting<Boolean> flag(String name, String... help) {
        return new Setting<>(name, "", Form.FLAG, Boolean.class, false, help);
    }

    /** Creates an option whose value is a whole number. */
    public static Setting<Integer> number(String name, String label, int byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, Integer.class, byDefault, help);
    }

    /** Creates an option whose value is a large whole number. */
    public static Setting<Long> largeNumber(String name, String label, long byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, Long.class, byDefault, help);
    }

    /** Creates an option whose value is a text. */
    public static Setting<String> text(String name, String label, String byDefault, String... help) {
        return new Setting<>(name, label, Form.ONE, String.class, byDefault, help);
    }

    /** Creates an option whose value is a list of whole numbers. Default: empty. */
    public static Setting<List<Integer>> numbers(String name, String label, String... help) {
        return new Setting<>(name, label, Form.LIST, Integer.class, List.of(), help);
    }

    /** Creates an option whose value is a list of words. Default: empty. */
    public static Setting<List<String>> words(String name, String label, String... help) {
        return new Setting<>(name, label, Form.LIST, String.class, List.of(), help);
    }

    /** Creates an option that may be given repeatedly, with a text each time. Default: empty. */
    public static Setting<List<String>> repeated(String name, String label, String... help) {
        return new Setting<>(name, label, Form.REPEATED, String.class, List.of(), help);
    }

    /** Sets the bounds of the value. The upper bound is a function of the number of participants. */
    public Setting<T> between(int from, IntUnaryOperator to) {
        least = from;
        most = to;
        return this;
    }

    /** Sets the lower bound of the value. */
    public Setting<T> atLeast(int from) {
        least = from;
        return this;
    }

    /**
     * Restricts the option to algorithms with messages. It comes first among the words of a command, and last among the
     * members for programs.
     */
    public Setting<T> ofMessages() {
        ofMessages = true;
        return printedFirst();
    }

    /** Prints the option before the others among the words of a command. */
    public Setting<T> printedFirst() {
        printedFirst = true;
        return this;
    }

    /** Prints the option among the words of a command even if it is set to its default. */
    public Setting<T> alwaysPrinted() {
        alwaysPrinted = true;
        return this;
    }

    /** Omits the option from the words of a command. */
    public Setting<T> notPrinted() {
        printed = false;
        return this;
    }

    /** Sets the phrase for people, which is used if the value is not the default. */
    public Setting<T> phrase(Function<T, String> words) {
        phrase = words;
        return this;
    }

    /** Sets the name of the value in the output for programs. */
    public Setting<T> member(String key) {
        member = key;
        return this;
    }

    /**
     * Sets the name of the value in the output for programs, and its form there, which may depend on whether the
     * algorithm sends messages.
     */
    public Setting<T> member(String key, BiFunction<T, Boolean, Object> value) {
        member = key;
        memberOf = value;
        return this;
    }

    /** Returns the name, as on the command line. */
    public String name() {
        return name;
    }

    /** Returns the placeholder for the value in the help; empty for a flag. */
    public String label() {
        return label;
    }

    /** Returns the lines of the help. */
    public List<String> help() {
        return help;
    }

    /** Returns the form on the command line. */
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

    /** Returns whether the option is only for algorithms with messages. */
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

    /** Returns the words of a command that set the option to this value. */
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
