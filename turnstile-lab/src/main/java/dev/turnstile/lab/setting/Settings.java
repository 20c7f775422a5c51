package dev.turnstile.lab.setting;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The options that were set, with their values. Immutable.
 *
 * <pre>{@code
 * Settings settings = Settings.NONE.with(CheckOptions.CRASHES, 1);
 * settings.get(CheckOptions.CRASHES);     // 1
 * settings.get(CheckOptions.CANCEL);      // false, the default
 * }</pre>
 */
public final class Settings {
    /** No option is set. */
    public static final Settings NONE = new Settings(Map.of());

    private final Map<Setting<?>, Object> values;

    private Settings(Map<Setting<?>, Object> values) {
        this.values = values;
    }

    /** Returns these settings with an option set to a value. A list is copied. */
    public <T> Settings with(Setting<T> setting, T value) {
        Map<Setting<?>, Object> changed = new LinkedHashMap<>(values);
        changed.put(setting, value instanceof List<?> list ? List.copyOf(list) : value);
        return new Settings(changed);
    }

    /** Returns these settings with an option not set, so that it has its default. */
    public Settings without(Setting<?> setting) {
        Map<Setting<?>, Object> changed = new LinkedHashMap<>(values);
        changed.remove(setting);
        return new Settings(changed);
    }

    /** Returns whether an option is set. */
    public boolean has(Setting<?> setting) {
        return values.containsKey(setting);
    }

    /** Returns the value of an option, or its default if it is not set. */
    public <T> T get(Setting<T> setting) {
        return find(setting).orElse(setting.byDefault());
    }

    /** Returns the value of an option, if it is set. */
    @SuppressWarnings("unchecked") // with puts only values of this type there
    public <T> Optional<T> find(Setting<T> setting) {
        return Optional.ofNullable((T) values.get(setting));
    }

    /**
     * Checks the bounds of all options that are set.
     *
     * @throws IllegalArgumentException if a value is out of bounds; the message names the bounds
     */
    public void check(List<Setting<?>> all, int participants) {
        all.forEach(setting -> check(setting, participants));
    }

    private <T> void check(Setting<T> setting, int participants) {
        find(setting).ifPresent(value -> setting.check(value, participants));
    }

    /** Returns the words of a command that set these options again. */
    public List<String> words(List<Setting<?>> all) {
        return split(all, Setting::isPrintedFirst)
                .flatMap(setting -> words(setting).stream())
                .toList();
    }

    /** Returns first the options that match, then the others. */
    private static Stream<Setting<?>> split(List<Setting<?>> all, Predicate<Setting<?>> first) {
        return Stream.concat(all.stream().filter(first), all.stream().filter(first.negate()));
    }

    private <T> List<String> words(Setting<T> setting) {
        return find(setting).map(setting::words).orElse(List.of());
    }

    /** Returns a phrase, for people, for each option that does not have its default. */
    public List<String> phrases(List<Setting<?>> all) {
        return all.stream()
                .map(this::phrase)
                .filter(phrase -> !phrase.isEmpty())
                .toList();
    }

    private <T> String phrase(Setting<T> setting) {
        return setting.phrase(get(setting));
    }

    /** Returns the values of all options, for programs. Options that are only for messages come last. */
    public Map<String, Object> members(List<Setting<?>> all, boolean messages) {
        Map<String, Object> members = new LinkedHashMap<>();
        split(all, setting -> !setting.isOfMessages())
                .filter(Setting::hasMember)
                .forEach(setting -> members.put(setting.member(), memberOf(setting, messages)));
        return members;
    }

    private <T> Object memberOf(Setting<T> setting, boolean messages) {
        return setting.memberOf(get(setting), messages);
    }

    /** Returns the names of the options that are set. */
    public List<String> names(List<Setting<?>> all) {
        List<String> names = new ArrayList<>();
        all.stream().filter(this::has).forEach(setting -> names.add(setting.name()));
        return names;
    }
}
