package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.Invariant.Aspect;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.run.LongMap;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges configurations by all invariants, for one thread. An invariant declares the aspects it looks at. A few values
 * of these stand for very many configurations, and each value is judged once.
 */
final class Judge {
    private static final Set<Aspect> REGIONS_AND_REST = Set.of(Aspect.REGIONS, Aspect.REST);
    private static final long AT_REST = 1L << 62; // above the regions of at most 20 processes

    private final Model model;
    private final int[] units;
    private final List<Panel> panels;
    private final Optional<Panel> regions; // if no other aspect is looked at

    Judge(Model model, List<Invariant> invariants, int[] units) {
        this.model = model;
        this.units = units;
        panels = invariants.stream()
                .collect(Collectors.groupingBy(Invariant::looksAt, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(Panel::new)
                .sorted(Comparator.comparing(Panel::last)) // cheap aspects first
                .toList();
        regions = panels.size() == 1 && panels.getFirst().looksAt.equals(Set.of(Aspect.REGIONS))
                ? Optional.of(panels.getFirst())
                : Optional.empty();
    }

    /** Returns whether every configuration with these regions is known to be good. */
    boolean isGood(long status) {
        return regions.isPresent() ? regions.get().good.get(status) != LongMap.NONE : panels.isEmpty() && status >= 0;
    }

    /** Returns the invariant that a configuration breaks, if any. */
    Optional<InvariantFailure> judge(long[] state) {
        long status = model.status(state, 0);
        if (status < 0) {
            return Optional.of(new InvariantFailure(state.clone(), PairModel.PROPERTY, PairModel.VIOLATION));
        }
        for (Panel panel : panels) {
            Optional<InvariantFailure> bad = panel.judge(state, status);
            if (bad.isPresent()) {
                return bad;
            }
        }
        return Optional.empty();
    }

    /** The invariants that look at the same aspects. */
    private final class Panel {
        private final List<Invariant> invariants;
        private final Set<Aspect> looksAt;
        private final LongMap good = new LongMap(); // values of the aspects that fit one number
        private final Set<List<Long>> goodTogether = new HashSet<>(); // all others

        Panel(List<Invariant> invariants) {
            this.invariants = List.copyOf(invariants);
            looksAt = Set.copyOf(invariants.getFirst().looksAt());
        }

        Aspect last() {
            return looksAt.stream().max(Comparator.naturalOrder()).orElse(Aspect.REGIONS);
        }

        Optional<InvariantFailure> judge(long[] state, long status) {
            boolean together = looksAt.size() > 1 && !looksAt.equals(REGIONS_AND_REST);
            return together ? judgeTogether(state, status) : judgeOne(state, status);
        }

        private Optional<InvariantFailure> judgeOne(long[] state, long status) {
            long seen = 0;
            for (Aspect aspect : looksAt) {
                seen |= value(aspect, state, status);
            }
            if (good.get(seen) != LongMap.NONE) {
                return Optional.empty();
            }
            Optional<InvariantFailure> bad = check(state, status);
            if (bad.isEmpty()) {
                good.put(seen, 1);
            }
            return bad;
        }

        private Optional<InvariantFailure> judgeTogether(long[] state, long status) {
            List<Long> seen =
                    looksAt.stream().map(aspect -> value(aspect, state, status)).toList();
            if (goodTogether.contains(seen)) {
                return Optional.empty();
            }
            Optional<InvariantFailure> bad = check(state, status);
            if (bad.isEmpty()) {
                goodTogether.add(seen);
            }
            return bad;
        }

        private long value(Aspect aspect, long[] state, long status) {
            return switch (aspect) {
                case REGIONS -> status;
                case PROGRESS -> model.stages(state, 0);
                case TOKENS -> model.tokens(state, 0);
                case REST -> StatusView.rests(model, state, 0, status) ? AT_REST : 0;
            };
        }

        private Optional<InvariantFailure> check(long[] state, long status) {
            StatusView view = new StatusView(model, state, 0, status, units, looksAt);
            for (Invariant invariant : invariants) {
                Optional<Violation> violation = invariant.check(view);
                if (violation.isPresent()) {
                    return Optional.of(new InvariantFailure(state.clone(), invariant, violation.get()));
                }
            }
            return Optional.empty();
        }
    }
}
