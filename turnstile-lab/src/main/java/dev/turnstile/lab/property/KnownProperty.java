package dev.turnstile.lab.property;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A property that can be selected by name: how to create it from the parameters of a check, where it makes sense, and
 * whether it is checked by default. Each property has one, and the registry lists them.
 *
 * <pre>{@code
 * static final KnownProperty KNOWN =
 *         KnownProperty.ofMessages("granted", checked -> new Granted(checked.floor()));
 * }</pre>
 */
public final class KnownProperty {
    private enum Where {
        EVERYWHERE,
        SHARED_MEMORY,
        MESSAGES
    }

    private final String name;
    private final Where where;
    private final Function<Checked, Property> maker;
    private final Predicate<Checked> byDefault;
    private final Predicate<Checked> there;
    private final String need;
    private final Function<Checked, Optional<String>> refusal;
    private final Explanation explanation;

    private record Explanation(String says, String when) {}

    private KnownProperty(
            String name,
            Where where,
            Function<Checked, Property> maker,
            Predicate<Checked> byDefault,
            Predicate<Checked> there,
            String need,
            Function<Checked, Optional<String>> refusal,
            Explanation explanation) {
        this.name = name;
        this.where = where;
        this.maker = maker;
        this.byDefault = byDefault;
        this.there = there;
        this.need = need;
        this.refusal = refusal;
        this.explanation = explanation;
    }

    private static KnownProperty of(String name, Where where, Function<Checked, Property> maker) {
        return new KnownProperty(
                name,
                where,
                maker,
                checked -> true,
                checked -> true,
                "",
                checked -> Optional.empty(),
                new Explanation("", ""));
    }

    /** Returns a property of every algorithm, checked by default. */
    public static KnownProperty everywhere(String name, Function<Checked, Property> maker) {
        return of(name, Where.EVERYWHERE, maker);
    }

    /** Returns a property of algorithms with shared memory, checked by default. */
    public static KnownProperty ofSharedMemory(String name, Function<Checked, Property> maker) {
        return of(name, Where.SHARED_MEMORY, maker);
    }

    /** Returns a property of algorithms with messages, checked by default. */
    public static KnownProperty ofMessages(String name, Function<Checked, Property> maker) {
        return of(name, Where.MESSAGES, maker);
    }

    /** Returns this property, checked by default only if the condition holds. */
    public KnownProperty byDefaultIf(Predicate<Checked> condition) {
        return new KnownProperty(name, where, maker, condition, there, need, refusal, explanation);
    }

    /** Returns this property, existing only if the condition holds. The sentence says what it needs. */
    public KnownProperty onlyIf(Predicate<Checked> condition, String sentence) {
        return new KnownProperty(name, where, maker, byDefault, condition, sentence, refusal, explanation);
    }

    /** Returns this property, refused if the condition holds. The sentence says why. */
    public KnownProperty refusedIf(Predicate<Checked> condition, Function<Checked, String> sentence) {
        return new KnownProperty(
                name,
                where,
                maker,
                byDefault,
                there,
                need,
                checked -> condition.test(checked) ? Optional.of(sentence.apply(checked)) : Optional.empty(),
                explanation);
    }

    /** Returns this property with an explanation: what it says, and when it makes sense, in half a sentence each. */
    public KnownProperty explained(String says, String when) {
        return new KnownProperty(name, where, maker, byDefault, there, need, refusal, new Explanation(says, when));
    }

    /** Returns what the property says, for any check. {@link Property#sentence} has the numbers of one check. */
    public String says() {
        return explanation.says();
    }

    /** Returns when it makes sense to check the property. */
    public String when() {
        return explanation.when();
    }

    /** Returns the name of the property on the command line. */
    public String name() {
        return name;
    }

    /** Returns whether only algorithms with messages have this property. */
    public boolean isOfMessages() {
        return where == Where.MESSAGES;
    }

    /** Returns whether only algorithms with shared memory have this property. */
    public boolean isOfSharedMemory() {
        return where == Where.SHARED_MEMORY;
    }

    /** Returns whether the property exists for this check. */
    public boolean isThere(Checked checked) {
        return fits(checked) && there.test(checked);
    }

    /** Returns whether the property is checked when none is selected. */
    public boolean isDefault(Checked checked) {
        return isThere(checked) && byDefault.test(checked);
    }

    private boolean fits(Checked checked) {
        return switch (where) {
            case EVERYWHERE -> true;
            case SHARED_MEMORY -> !checked.conditions().messages();
            case MESSAGES -> checked.conditions().messages();
        };
    }

    /**
     * Creates the property with the numbers of the check.
     *
     * @throws IllegalArgumentException if the property makes no sense for the check; the message says why
     */
    public Property of(Checked checked) {
        if (!fits(checked)) {
            throw new IllegalArgumentException(name + " is defined only for algorithms with "
                    + (where == Where.MESSAGES ? "messages" : "shared memory"));
        }
        if (!there.test(checked)) {
            throw new IllegalArgumentException(need);
        }
        refusal.apply(checked).ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
        return maker.apply(checked);
    }
}
