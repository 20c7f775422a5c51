package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Every request is granted, as far as a single configuration can show it. If all messages have arrived and every live
 * participant that was inside has left, no live participant waits. In a window, up to {@code floor} participants may
 * wait to leave if no others are inside.
 *
 * <p>This is cheaper to judge than {@link NoLockout}, which also finds participants that wait forever while others come
 * and go.
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.Sizes#floor}
 */
public record Granted(int floor) implements Invariant {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.ofMessages(
                    "granted", checked -> new Granted(checked.floor()))
            .explained(
                    "when nothing is in flight and no live node is inside, none waits",
                    "messages; cheaper than no-lockout, but blind to waits while messages keep moving");

    /** Creates the property without a floor. */
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
                ? "when nothing is in flight and no live process is inside, no process waits"
                : "when nothing is in flight and every live process inside wants to leave, no process waits, except"
                        + " leavers held back to keep at least " + floor + " inside";
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
                : Optional.of(new Violation("nothing more will happen, but a process still waits", waiting));
    }

    private static List<Integer> all(View view, IntPredicate which) {
        return IntStream.range(0, view.participants()).filter(which).boxed().toList();
    }
}
