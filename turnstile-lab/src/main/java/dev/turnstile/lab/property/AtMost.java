package dev.turnstile.lab.property;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** k-exclusion: at most {@code limit} units are inside at once (fischer-1985, section 3.4). */
public record AtMost(int limit) implements Invariant {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere(
                    "exclusion", checked -> new AtMost(checked.limit()))
            .byDefaultIf(
                    checked -> !checked.stabilises() || !checked.conditions().anyStart())
            .explained("at most k units are inside", "always; after an arbitrary start, check stabilises instead");

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if the limit is less than 1
     */
    public AtMost {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit must be at least 1, not " + limit);
        }
    }

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "at most " + limit + (limit == 1 ? " unit is inside" : " units are inside");
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
        int units = inside.stream().mapToInt(view::units).sum();
        return units <= limit
                ? Optional.empty()
                : Optional.of(new Violation(units + " units are inside, " + limit + " allowed", inside));
    }
}
