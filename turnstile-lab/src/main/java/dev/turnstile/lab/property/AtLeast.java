package dev.turnstile.lab.property;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * l-inclusion: at least so many are inside, always (kamei-2019, definition 2). Whoever waits to leave is inside.
 *
 * <pre>{@code
 * Optional<Violation> tooFew = new AtLeast(2).check(view);
 * }</pre>
 */
public record AtLeast(int floor) implements Invariant {
    /** How to ask for it. */
    public static final KnownProperty KNOWN = KnownProperty.ofMessages(
                    "inclusion", checked -> new AtLeast(checked.floor()))
            .onlyIf(
                    checked -> checked.floor() > 0 && checked.insideAtFirst() >= checked.floor(),
                    "inclusion needs a floor, and as many inside at first: -l L, of an algorithm that is a window");

    /** At least one must be wanted. */
    public AtLeast {
        if (floor < 1) {
            throw new IllegalArgumentException("the floor must be at least 1, not " + floor);
        }
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "at least " + floor + (floor == 1 ? " is inside" : " are inside");
    }

    @Override
    public Set<Aspect> looksAt() {
        return Set.of(Aspect.REGIONS);
    }

    @Override
    public Optional<Violation> check(View view) {
        List<Integer> inside = IntStream.range(0, view.participants())
                .filter(view::isInside)
                .boxed()
                .toList();
        return inside.size() >= floor
                ? Optional.empty()
                : Optional.of(new Violation(inside.size() + " inside, at least " + floor + " wanted", inside));
    }
}
