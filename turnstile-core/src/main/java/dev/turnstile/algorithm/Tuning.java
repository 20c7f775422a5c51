package dev.turnstile.algorithm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an algorithm leaves to whoever sets it up, and what was chosen: {@code nu=0,token=last-seen}.
 *
 * <pre>{@code
 * Catalogue.messagePassing("forest:nu=0,partitioned").system(30, 3);
 * }</pre>
 */
public final class Tuning {
    /** What is allowed for a parameter that is on or off. */
    static final String TRUE_OR_FALSE = "true|false";

    private final Map<String, String> chosen;

    /**
     * Something that can be chosen.
     *
     * @param name as it stands before the equals sign
     * @param allowed what may stand behind it, for people
     * @param unlessTold what it is if nothing is said
     * @param meaning what it decides
     */
    public record Parameter(String name, String allowed, String unlessTold, String meaning) {}

    private Tuning(Map<String, String> chosen) {
        this.chosen = chosen;
    }

    /** Nothing was chosen. */
    static Tuning none() {
        return new Tuning(Map.of());
    }

    boolean has(String name) {
        return chosen.containsKey(name);
    }

    boolean isNone() {
        return chosen.isEmpty();
    }

    /** Words with commas between them: {@code NAME=VALUE}, or {@code NAME} for a parameter that is on or off. */
    static Tuning parse(String algorithm, String text, List<Parameter> parameters) {
        Map<String, String> chosen = new LinkedHashMap<>();
        for (String word : text.split(",", -1)) {
            String[] parts = word.split("=", 2);
            List<String> names = parameters.stream().map(Parameter::name).toList();
            if (!names.contains(parts[0])) {
                throw new IllegalArgumentException("'" + algorithm + "' has no option '" + parts[0] + "'"
                        + Catalogue.didYouMean(parts[0], names) + " There are: "
                        + String.join(
                                ", ", parameters.stream().map(Tuning::words).toList()));
            }
            Parameter parameter = parameters.get(names.indexOf(parts[0]));
            if (parts.length == 1 && !parameter.allowed().equals(TRUE_OR_FALSE)) {
                throw new IllegalArgumentException(
                        "'" + algorithm + "': " + parts[0] + " needs a value: " + words(parameter));
            }
            if (chosen.putIfAbsent(parts[0], parts.length == 2 ? parts[1] : "true") != null) {
                throw new IllegalArgumentException("'" + algorithm + "': " + parts[0] + " stands there twice");
            }
        }
        return new Tuning(chosen);
    }

    private static String words(Parameter parameter) {
        return parameter.name() + "=" + parameter.allowed();
    }

    /** Whether it is on; off unless told. */
    boolean flag(String name) {
        String value = chosen.getOrDefault(name, "false");
        if (!value.equals("true") && !value.equals("false")) {
            throw refused(name, "true or false", value);
        }
        return value.equals("true");
    }

    /** A number from {@code least} to {@code most}. */
    int number(String name, int unlessTold, int least, int most) {
        String value = chosen.getOrDefault(name, String.valueOf(unlessTold));
        if (!value.matches("\\d{1,9}") || Integer.parseInt(value) < least || Integer.parseInt(value) > most) {
            throw refused(name, "a number from " + least + " to " + most, value);
        }
        return Integer.parseInt(value);
    }

    /** Whatever was said; what takes it says what is allowed. */
    String text(String name, String unlessTold) {
        return chosen.getOrDefault(name, unlessTold);
    }

    /** One of an enum's constants, the first unless told; written in lower case, with hyphens. */
    <E extends Enum<E>> E choice(String name, E[] all) {
        String value = chosen.getOrDefault(name, written(all[0]));
        return Arrays.stream(all)
                .filter(one -> written(one).equals(value))
                .findFirst()
                .orElseThrow(() -> refused(name, allowed(all), value));
    }

    /** How the constants of an enum are written. */
    static <E extends Enum<E>> String allowed(E[] all) {
        return String.join("|", Arrays.stream(all).map(Tuning::written).toList());
    }

    static String written(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static IllegalArgumentException refused(String name, String allowed, String value) {
        return new IllegalArgumentException(name + " must be " + allowed + ", not '" + value + "'");
    }
}
