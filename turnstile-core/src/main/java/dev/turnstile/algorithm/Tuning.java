package dev.turnstile.algorithm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The options of an algorithm and the values chosen for them: {@code nu=0,token=last-seen}. Each value is checked
 * against the domain of its parameter when the text is parsed.
 *
 * <pre>{@code
 * Catalogue.find("forest:nu=0,partitioned");     // the forest with two options
 * Catalogue.find("forest:nu=100");               // throws: nu must be a number from 0 to 64, not '100'
 * }</pre>
 */
public final class Tuning {
    private static final Tuning NONE = new Tuning(Map.of());

    private final Map<String, Object> chosen; // Boolean, Integer or String, depending on the domain

    /** The values that a parameter can have. */
    public sealed interface Domain {
        /** Returns the allowed values, for people. */
        String words();

        /** Returns the value of a text, or empty if the text is not allowed. */
        Optional<Object> value(String written);

        /** Returns what an error message names as expected. */
        default String expected() {
            return words();
        }

        /** A switch. */
        record Flag() implements Domain {
            @Override
            public String words() {
                return "true|false";
            }

            @Override
            public Optional<Object> value(String written) {
                return switch (written) {
                    case "true" -> Optional.of(true);
                    case "false" -> Optional.of(false);
                    default -> Optional.empty();
                };
            }

            @Override
            public String expected() {
                return "true or false";
            }
        }

        /** A whole number from 0 to {@code most}. */
        record Count(int most) implements Domain {
            private static final Pattern DIGITS = Pattern.compile("\\d{1,9}");

            @Override
            public String words() {
                return "0.." + most;
            }

            @Override
            public Optional<Object> value(String written) {
                return DIGITS.matcher(written).matches() && Integer.parseInt(written) <= most
                        ? Optional.of(Integer.valueOf(written))
                        : Optional.empty();
            }

            @Override
            public String expected() {
                return "a number from 0 to " + most;
            }
        }

        /** A whole number, or a word that stands for one. */
        record CountOr(String word, Count count) implements Domain {
            @Override
            public String words() {
                return word + "|" + count.words();
            }

            @Override
            public Optional<Object> value(String written) {
                return written.equals(word) ? Optional.of(word) : count.value(written);
            }

            @Override
            public String expected() {
                return count.expected();
            }
        }

        /** One of several words. */
        record Word(List<String> all) implements Domain {
            @Override
            public String words() {
                return String.join("|", all);
            }

            @Override
            public Optional<Object> value(String written) {
                return all.contains(written) ? Optional.of(written) : Optional.empty();
            }
        }

        /** A text of a certain form. */
        record Text(String words, Pattern form) implements Domain {
            @Override
            public Optional<Object> value(String written) {
                return form.matcher(written).matches() ? Optional.of(written) : Optional.empty();
            }
        }
    }

    /** The domain of a switch. */
    public static final Domain FLAG = new Domain.Flag();

    /** Returns the domain of the numbers from 0 to {@code most}. */
    public static Domain upTo(int most) {
        return new Domain.Count(most);
    }

    /** Returns the domain of an enum's constants, written in lower case with hyphens. */
    public static <E extends Enum<E>> Domain oneOf(E[] all) {
        return new Domain.Word(Arrays.stream(all).map(Tuning::written).toList());
    }

    /** Returns the domain of several words. */
    public static Domain oneOf(List<String> all) {
        return new Domain.Word(all);
    }

    /**
     * An option of an algorithm.
     *
     * @param name the name, which stands before the equals sign
     * @param domain the values allowed after the equals sign
     * @param defaultValue the default, as it is written
     * @param meaning what the option decides
     */
    public record Parameter(String name, Domain domain, String defaultValue, String meaning) {
        /** Returns the values allowed after the equals sign, for people. */
        public String allowed() {
            return domain.words();
        }

        private Object value(String written) {
            return domain.value(written)
                    .orElseThrow(() -> new IllegalArgumentException(
                            name + " must be " + domain.expected() + ", not '" + written + "'"));
        }

        private String words() {
            return name + "=" + allowed();
        }
    }

    private Tuning(Map<String, Object> chosen) {
        this.chosen = chosen;
    }

    /** Returns a tuning without any choices. */
    static Tuning none() {
        return NONE;
    }

    boolean has(String name) {
        return chosen.containsKey(name);
    }

    /** Returns this tuning with one more choice. */
    Tuning with(String name, int value) {
        Map<String, Object> more = new LinkedHashMap<>(chosen);
        more.put(name, value);
        return new Tuning(more);
    }

    /**
     * Parses choices that are separated by commas: {@code NAME=VALUE}, or {@code NAME} for a switch.
     *
     * @throws IllegalArgumentException if an option is unknown, lacks its value, is given twice, or has a value that is
     *     not allowed
     */
    static Tuning parse(String algorithm, String text, List<Parameter> parameters) {
        Map<String, Object> chosen = new LinkedHashMap<>();
        for (String word : text.split(",", -1)) {
            String[] parts = word.split("=", 2);
            List<String> names = parameters.stream().map(Parameter::name).toList();
            if (!names.contains(parts[0])) {
                throw new IllegalArgumentException("'" + algorithm + "' has no option '" + parts[0] + "'"
                        + Catalogue.didYouMean(parts[0], names) + " There are: "
                        + String.join(
                                ", ", parameters.stream().map(Parameter::words).toList()));
            }
            Parameter parameter = parameters.get(names.indexOf(parts[0]));
            if (parts.length == 1 && !parameter.domain().equals(FLAG)) {
                throw new IllegalArgumentException(
                        "'" + algorithm + "': " + parts[0] + " needs a value: " + parameter.words());
            }
            Object value = parameter.value(parts.length == 2 ? parts[1] : "true");
            if (chosen.putIfAbsent(parts[0], value) != null) {
                throw new IllegalArgumentException("'" + algorithm + "': " + parts[0] + " is given twice");
            }
        }
        return new Tuning(chosen);
    }

    /** Returns whether a switch is on. Default: off. */
    public boolean flag(String name) {
        return chosen.getOrDefault(name, false).equals(true);
    }

    /** Returns a number, or the default if none was chosen. */
    public int number(String name, int fallback) {
        return chosen.getOrDefault(name, fallback) instanceof Integer number ? number : fallback;
    }

    /** Returns a word, or the default if none was chosen. */
    public String text(String name, String fallback) {
        return String.valueOf(chosen.getOrDefault(name, fallback));
    }

    /** Returns an enum constant. Default: the first. */
    public <E extends Enum<E>> E choice(String name, E[] all) {
        String value = text(name, written(all[0]));
        return Arrays.stream(all)
                .filter(one -> written(one).equals(value))
                .findFirst()
                .orElseThrow();
    }

    /** Returns an enum constant as it is written: in lower case, with hyphens. */
    public static String written(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
