package dev.turnstile.lab.property;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A property that can be asked for by its name: with which numbers it is made, where it makes sense, and whether it is
 * checked where none is asked for. Each property has one; the registry lists them.
 *
 * <pre>{@code
 * static final Known KNOWN = Known.ofMessages("granted", checked -> new Granted(checked.floor()));
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

    private KnownProperty(
            String name,
            Where where,
            Function<Checked, Property> maker,
            Predicate<Checked> byDefault,
            Predicate<Checked> there,
            String need,
            Function<Checked, Optional<String>> refusal) {
        this.name = name;
        this.where = where;
        this.maker = maker;
        this.byDefault = byDefault;
        this.there = there;
        this.need = need;
        this.refusal = refusal;
    }

    private static KnownProperty of(String name, Where where, Function<Checked, Property> maker) {
        return new KnownProperty(name, where, maker, checked -> true, checked -> true, "", checked -> Optional.empty());
    }

    /** Of every algorithm. Checked by default. */
    public static KnownProperty everywhere(String name, Function<Checked, Property> maker) {
        return of(name, Where.EVERYWHERE, maker);
    }

    /** Of algorithms with shared memory. Checked by default. */
    public static KnownProperty ofSharedMemory(String name, Function<Checked, Property> maker) {
        return of(name, Where.SHARED_MEMORY, maker);
    }

    /** Of algorithms with messages. Checked by default. */
    public static KnownProperty ofMessages(String name, Function<Checked, Property> maker) {
        return of(name, Where.MESSAGES, maker);
    }

    /** Checked by default only there. */
    public KnownProperty byDefaultIf(Predicate<Checked> condition) {
        return new KnownProperty(name, where, maker, condition, there, need, refusal);
    }

    /** Exists only there; the sentence says what it needs. */
    public KnownProperty onlyIf(Predicate<Checked> condition, String sentence) {
        return new KnownProperty(name, where, maker, byDefault, condition, sentence, refusal);
    }

    /** Refused there, with a sentence that says why. */
    public KnownProperty refusedIf(Predicate<Checked> condition, Function<Checked, String> sentence) {
        return new KnownProperty(
                name,
                where,
                maker,
                byDefault,
                there,
                need,
                checked -> condition.test(checked) ? Optional.of(sentence.apply(checked)) : Optional.empty());
    }

    /** The name by which the command line knows it. */
    public String name() {
        return name;
    }

    /** Whether it is of algorithms with messages only. */
    public boolean isOfMessages() {
        return where == Where.MESSAGES;
    }

    /** Whether it is of algorithms with shared memory only. */
    public boolean isOfSharedMemory() {
        return where == Where.SHARED_MEMORY;
    }

    /** Whether it exists for such a check. */
    public boolean isThere(Checked checked) {
        return fits(checked) && there.test(checked);
    }

    /** Whether it is checked where no property is asked for. */
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
     * The property, with the numbers of the check.
     *
     * @throws IllegalArgumentException where it makes no sense; it says why
     */
    public Property of(Checked checked) {
        if (!fits(checked)) {
            throw new IllegalArgumentException(name
                    + " is defined for algorithms with shared memory, or for those with messages, but not for this"
                    + " one");
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
