package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Every request is granted, as far as one configuration can show it: when all messages have arrived and all who were
 * inside and alive have left, nobody alive waits. In a window so many as the floor says may wait to leave, if they are
 * all that are inside. Cheaper to judge than {@link NoLockout}, which also finds those who wait for ever while others
 * come and go.
 *
 * <pre>{@code
 * Optional<Violation> forgotten = new Granted().check(view);
 * }</pre>
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}
 */
public record Granted(int floor) implements Invariant {
    /** How to ask for it. */
    public static final KnownProperty KNOWN =
            KnownProperty.ofMessages("granted", checked -> new Granted(checked.floor()));

    /** Where nobody must stay inside. */
    public Granted() {
        this(0);
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return floor == 0
                ? "when nothing is on its way and nobody alive is inside, nobody waits"
                : "when nothing is on its way and all alive who are inside want to leave, nobody waits, but those to"
                        + " leave of whom at least " + floor + " must stay";
    }

    @Override
    public Set<Aspect> looksAt() {
        return Set.of(Aspect.REGIONS, Aspect.REST);
    }

    @Override
    public Optional<Violation> check(View view) {
        if (!view.resting()) {
            return Optional.empty();
        }
        boolean mustStay = all(view, view::isInside).size() <= floor;
        List<Integer> waiting = all(
                view,
                participant -> view.region(participant) == Region.TRYING
                        || (view.region(participant) == Region.EXIT && !mustStay));
        return waiting.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation("nothing will happen any more, and somebody still waits", waiting));
    }

    private static List<Integer> all(View view, IntPredicate which) {
        return IntStream.range(0, view.participants()).filter(which).boxed().toList();
    }
}
