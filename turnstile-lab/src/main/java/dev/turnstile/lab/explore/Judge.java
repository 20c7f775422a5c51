package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.AtLeast;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.property.Winners;
import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Judges configurations by the invariants, for one thread. An invariant sees the regions, how far everybody has come, or
 * whether all is at rest, and how many tokens there are, and few values of those stand for very many configurations: each is judged once.
 */
final class Judge {
    private final Model model;
    private final int[] units;
    private final List<Invariant> ofRegions;
    private final List<Invariant> ofStages;
    private final List<Invariant> ofRest;
    private final List<Invariant> ofTokens;
    private final LongMap goodRegions = new LongMap();
    private final LongMap goodStages = new LongMap();
    private final LongMap goodRest = new LongMap();
    private final LongMap goodTokens = new LongMap();

    Judge(Model model, List<Invariant> invariants, int[] units) {
        this.model = model;
        this.units = units;
        ofRegions = invariants.stream()
                .filter(invariant -> invariant instanceof AtMost || invariant instanceof AtLeast)
                .toList();
        ofStages = invariants.stream().filter(Winners.class::isInstance).toList();
        ofRest = invariants.stream().filter(Granted.class::isInstance).toList();
        ofTokens = invariants.stream().filter(TokensConserved.class::isInstance).toList();
    }

    /** Whether every configuration with these regions is good. */
    boolean isGood(long status) {
        return ofStages.isEmpty() && ofRest.isEmpty() && ofTokens.isEmpty() && goodRegions.get(status) != LongMap.NONE;
    }

    /** What is bad about a configuration, if anything is. */
    Optional<Bad> judge(long[] state) {
        Optional<Bad> bad = judgeRegions(state);
        if (bad.isEmpty() && !ofStages.isEmpty()) {
            bad = judgeStages(state);
        }
        if (bad.isEmpty() && !ofTokens.isEmpty()) {
            bad = judgeTokens(state);
        }
        return bad.isEmpty() && !ofRest.isEmpty() && model.rests(state, 0) && nobodyInside(state)
                ? judgeRest(state)
                : bad;
    }

    /** Whoever is alive and inside at rest is one of those who stay: others may wait for it. */
    private boolean nobodyInside(long[] state) {
        long status = model.status(state, 0);
        return IntStream.range(0, model.processes())
                .noneMatch(i ->
                        Model.region(status, i) == Region.CRITICAL && !Model.stopped(status, model.processes(), i));
    }

    private Optional<Bad> judgeTokens(long[] state) {
        long tokens = model.tokens(state, 0);
        return judge(
                state,
                goodTokens,
                tokens,
                ofTokens,
                new StatusView(0, 0, false, tokens, model.processes(), units, model.floor()));
    }

    private Optional<Bad> judgeRest(long[] state) {
        long status = model.status(state, 0);
        return judge(
                state,
                goodRest,
                status,
                ofRest,
                new StatusView(status, 0, true, 0, model.processes(), units, model.floor()));
    }

    private Optional<Bad> judgeRegions(long[] state) {
        long status = model.status(state, 0);
        if (status < 0) {
            return Optional.of(new Bad(state.clone(), PairModel.PROPERTY, PairModel.VIOLATION));
        }
        StatusView view = new StatusView(status, 0, false, 0, model.processes(), units, model.floor());
        return judge(state, goodRegions, status, ofRegions, view);
    }

    private Optional<Bad> judgeStages(long[] state) {
        long stages = model.stages(state, 0);
        return judge(
                state,
                goodStages,
                stages,
                ofStages,
                new StatusView(0, stages, false, 0, model.processes(), units, model.floor()));
    }

    private static Optional<Bad> judge(
            long[] state, LongMap good, long seen, List<Invariant> invariants, StatusView view) {
        if (good.get(seen) != LongMap.NONE) {
            return Optional.empty();
        }
        for (Invariant invariant : invariants) {
            Optional<Violation> violation = invariant.check(view);
            if (violation.isPresent()) {
                return Optional.of(new Bad(state.clone(), invariant, violation.get()));
            }
        }
        good.put(seen, 1);
        return Optional.empty();
    }
}
