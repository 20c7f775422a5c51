package dev.turnstile.algorithm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an algorithm leaves to whoever sets it up, and what was chosen: {@code nu=0,token=last-seen}. Each value is
 * checked against its parameter's domain when the words are read, and kept as what it is.
 *
 * <pre>{@code
 * Catalogue.messagePassing("forest:nu=0,partitioned").system(30, 3);
 * }</pre>
 */
public final class Tuning {
    private static final Tuning NONE = new Tuning(Map.of());

    private final Map<String, Object> chosen; // Boolean, Integer or String, as the domain says

    /** Which values a parameter can have. */
    public sealed interface Domain {
        /** Returns what may be written, for people. */
        String words();

        /** Returns the value that is written so; empty if there is none. */
        Optional<Object> value(String written);

        /** Returns what to say when there is none. */
        default String expected() {
            return words();
        }

        /** On or off. */
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

        /** A whole number from 0 to the most. */
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

        /** One of some words. */
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

        /** A text of some form. */
        record Text(String words, Pattern form) implements Domain {
            @Override
            public Optional<Object> value(String written) {
                return form.matcher(written).matches() ? Optional.of(written) : Optional.empty();
            }
        }
    }

    /** What a parameter that is on or off can be. */
    public static final Domain FLAG = new Domain.Flag();

    /** A number from 0. */
    public static Domain upTo(int most) {
        return new Domain.Count(most);
    }

    /** One of an enum's constants; written in lower case, with hyphens. */
    public static <E extends Enum<E>> Domain oneOf(E[] all) {
        return new Domain.Word(Arrays.stream(all).map(Tuning::written).toList());
    }

    /** One of some words. */
    public static Domain oneOf(List<String> all) {
        return new Domain.Word(all);
    }

    /**
     * Something that can be chosen.
     *
     * @param name as it stands before the equals sign
     * @param domain what may stand behind it
     * @param unlessTold its default, as it is written
     * @param meaning what it decides
     */
    public record Parameter(String name, Domain domain, String unlessTold, String meaning) {
        /** Returns what may stand behind the equals sign, for people. */
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

    /** Nothing was chosen. */
    static Tuning none() {
        return NONE;
    }

    boolean has(String name) {
        return chosen.containsKey(name);
    }

    /** Returns the same with one more choice. */
    Tuning with(String name, int value) {
        Map<String, Object> more = new LinkedHashMap<>(chosen);
        more.put(name, value);
        return new Tuning(more);
    }

    /** Words with commas between them: {@code NAME=VALUE}, or {@code NAME} for a parameter that is on or off. */
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
                throw new IllegalArgumentException("'" + algorithm + "': " + parts[0] + " stands there twice");
            }
        }
        return new Tuning(chosen);
    }

    /** Returns whether it is on. Default: off. */
    public boolean flag(String name) {
        return chosen.getOrDefault(name, false).equals(true);
    }

    /** Returns a number. */
    public int number(String name, int unlessTold) {
        return chosen.getOrDefault(name, unlessTold) instanceof Integer number ? number : unlessTold;
    }

    /** Returns a word. */
    public String text(String name, String unlessTold) {
        return String.valueOf(chosen.getOrDefault(name, unlessTold));
    }

    /** Returns one of an enum's constants. Default: the first. */
    public <E extends Enum<E>> E choice(String name, E[] all) {
        String value = text(name, written(all[0]));
        return Arrays.stream(all)
                .filter(one -> written(one).equals(value))
                .findFirst()
                .orElseThrow();
    }

    /** Returns how an enum's constant is written: in lower case, with hyphens. */
    public static String written(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
