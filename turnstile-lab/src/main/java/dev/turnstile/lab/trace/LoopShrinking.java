package dev.turnstile.lab.trace;

import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes a run shorter that goes on for ever and leaves somebody where it is: leaves out pieces of what leads to the
 * loop, and of the loop, as long as the rest is possible, leads back to where the loop began, is fair, and those who
 * wait still wait.
 */
final class LoopShrinking {
    private static final long WORK_MAX = 20_000_000; // moves, in all runs together

    private final Supplier<Stage> stages;
    private final List<Integer> victims;
    private long work;

    /** Of runs on such a stage, in which these never get further. */
    LoopShrinking(Supplier<Stage> stages, List<Integer> victims) {
        this.stages = stages;
        this.victims = List.copyOf(victims);
    }

    /** What leads to the loop, and the loop. */
    record Lasso(List<Move> stem, List<Move> loop) {
        Lasso {
            stem = List.copyOf(stem);
            loop = List.copyOf(loop);
        }

        int size() {
            return stem.size() + loop.size();
        }
    }

    /** As short a part of it as can be found; itself, if it is none. */
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

    /** As lines of a scenario: made once more, so that what is taken can be told. */
    List<String> lines(Lasso lasso) {
        Stage stage = stages.get();
        List<String> lines = new ArrayList<>();
        lasso.stem().forEach(move -> lines.add(Shrinking.line(stage, move)));
        lines.add(Scenario.FOREVER);
        lasso.loop().forEach(move -> lines.add(Shrinking.line(stage, move)));
        return lines;
    }
}
