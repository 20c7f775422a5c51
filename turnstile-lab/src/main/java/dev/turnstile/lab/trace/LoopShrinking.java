package dev.turnstile.lab.trace;

import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Shortens a run that ends in an infinite loop in which some processes never make progress. It removes pieces of the
 * stem and of the loop. A shorter run qualifies if it is possible, leads back to the state in which the loop began, is
 * fair, and the victims still wait.
 */
final class LoopShrinking {
    private static final long WORK_MAX = 20_000_000; // moves, over all runs

    private final Supplier<Stage> stages;
    private final List<Integer> victims;
    private long work;

    /** Creates a shrinker of runs on the given stage in which the victims never make progress. */
    LoopShrinking(Supplier<Stage> stages, List<Integer> victims) {
        this.stages = stages;
        this.victims = List.copyOf(victims);
    }

    /** The stem that leads to the loop, and the loop. */
    record Lasso(List<Move> stem, List<Move> loop) {
        Lasso {
            stem = List.copyOf(stem);
            loop = List.copyOf(loop);
        }

        int size() {
            return stem.size() + loop.size();
        }
    }

    /** Returns the shortest qualifying part that is found, or the whole if it does not qualify itself. */
    Lasso of(Lasso whole) {
        Lasso best = whole;
        if (!isOne(whole)) {
            return whole;
        }
        int before;
        do {
            before = best.size();
            best = withoutPieces(best);
        } while (best.size() < before && work < WORK_MAX);
        return best;
    }

    private Lasso withoutPieces(Lasso from) {
        Lasso best = from;
        for (int length = from.size(); length > 0; length--) {
            for (int at = 0; at + length <= best.loop().size() && work < WORK_MAX; at++) {
                best = ifOne(new Lasso(best.stem(), without(best.loop(), at, length)), best);
            }
            for (int at = 0; at + length <= best.stem().size() && work < WORK_MAX; at++) {
                best = ifOne(new Lasso(without(best.stem(), at, length), best.loop()), best);
            }
        }
        return best;
    }

    private static List<Move> without(List<Move> moves, int at, int length) {
        List<Move> rest = new ArrayList<>(moves.subList(0, at));
        rest.addAll(moves.subList(at + length, moves.size()));
        return rest;
    }

    private Lasso ifOne(Lasso shorter, Lasso otherwise) {
        return isOne(shorter) ? shorter : otherwise;
    }

    private boolean isOne(Lasso lasso) {
        Stage stage = stages.get();
        if (lasso.loop().isEmpty() || !makes(stage, lasso.stem())) {
            return false;
        }
        List<String> begin = stage.likeness();
        List<Region> waiting = victims.stream().map(stage::region).toList();
        boolean stuck = waiting.stream().allMatch(region -> region == Region.TRYING || region == Region.EXIT);
        for (Move move : lasso.loop()) {
            stuck = stuck
                    && makes(stage, List.of(move))
                    && victims.stream().map(stage::region).toList().equals(waiting);
        }
        return stuck
                && begin.equals(stage.likeness())
                && stage.neglectedBy(lasso.loop()).isEmpty();
    }

    private boolean makes(Stage stage, List<Move> moves) {
        work += moves.size();
        try {
            return moves.stream()
                    .allMatch(move -> stage.make(move)
                            .filter(deed -> deed.choices().equals(move.choices()))
                            .isPresent());
        } catch (RuntimeException failed) {
            return false;
        }
    }

    /** Returns the lines of a scenario. Replays the moves so that the lines can name the messages received. */
    List<String> lines(Lasso lasso) {
        Stage stage = stages.get();
        List<String> lines = new ArrayList<>();
        lasso.stem().forEach(move -> lines.add(Shrinking.line(stage, move)));
        lines.add(Scenario.FOREVER);
        lasso.loop().forEach(move -> lines.add(Shrinking.line(stage, move)));
        return lines;
    }
}
