package dev.turnstile.lab.property;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * l-inclusion: at least {@code floor} participants are inside in every configuration (kamei-2019, definition 2). A
 * participant that waits to leave is still inside.
 */
public record AtLeast(int floor) implements Invariant {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.ofMessages(
                    "inclusion", checked -> new AtLeast(checked.floor()))
            .onlyIf(
                    checked -> checked.floor() > 0 && checked.insideAtFirst() >= checked.floor(),
                    "inclusion needs a floor, and at least that many inside at the start: use -l L with a window"
                            + " algorithm")
            .explained("at least l are inside", "windows: -l L");

    /**
     * Checks the floor.
     *
     * @throws IllegalArgumentException if the floor is less than 1
     */
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
