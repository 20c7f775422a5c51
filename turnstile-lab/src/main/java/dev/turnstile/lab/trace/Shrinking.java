package dev.turnstile.lab.trace;

import dev.turnstile.lab.property.Invariant;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.property.WellDefined;
import dev.turnstile.lab.run.Move;
import dev.turnstile.lab.run.Stage;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Shortens a run that violates an invariant or in which a machine fails. It removes moves, in larger and smaller
 * pieces, as long as the rest still shows the violation (after Zeller and Hildebrandt 2002). Moves that have become
 * impossible are skipped. After the last move, pending messages arrive and holders leave, so that a violation about
 * nodes still waiting can be shown.
 *
 * <p>The result cannot be shortened by removing a single move, unless the search reached its work limit.
 *
 * <pre>{@code
 * Shrinking.Shrunk shrunk = new Shrinking(() -> Stage.of(algorithm, 5, 2, units), units, new AtMost(2)).of(moves).orElseThrow();
 * shrunk.moves().forEach(System.out::println);
 * }</pre>
 */
public final class Shrinking {
    private static final long WORK_MAX = 40_000_000; // moves, over all runs
    private static final int OWED_MAX = 100_000;

    private final Supplier<Stage> stages;
    private final List<Integer> units;
    private final Optional<Invariant> invariant; // empty: the property that no machine fails
    private boolean withDamage; // in the whole run
    private long work;

    /**
     * Creates a shrinker of runs on the given stage that violate a property.
     *
     * @param units the units that each process requests
     * @throws IllegalArgumentException if a single finite run cannot violate the property
     */
    public Shrinking(Supplier<Stage> stages, List<Integer> units, Property property) {
        if (!canShow(property)) {
            throw new IllegalArgumentException("a single finite run cannot violate the property " + property.name());
        }
        this.stages = stages;
        this.units = List.copyOf(units);
        invariant = property instanceof Invariant broken ? Optional.of(broken) : Optional.empty();
    }

    /** Returns whether a single finite run can violate the property. */
    public static boolean canShow(Property property) {
        return property instanceof Invariant || property instanceof WellDefined;
    }

    /**
     * A shortened run that still shows the violation.
     *
     * @param moves the moves, as lines of a scenario
     * @param violation the violation at its end
     * @param expected the regions of the participants of the violation at the end, as lines of a scenario
     * @param minimal whether no single move can be removed; false if the search reached its work limit
     */
    public record Shrunk(List<String> moves, Violation violation, List<String> expected, boolean minimal) {
        /** Copies the lists. */
        public Shrunk {
            moves = List.copyOf(moves);
            expected = List.copyOf(expected);
        }
    }

    /** Returns the shortest part of these moves that is found; empty if the moves do not show the violation. */
    public Optional<Shrunk> of(List<Move> moves) {
        withDamage = moves.stream().anyMatch(move -> move.kind() == Move.Kind.BECOME);
        Optional<Attempt> whole = attempt(moves);
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        Attempt best = whole.get();
        for (int piece = Math.max(1, best.made.size() / 2); piece >= 1 && work < WORK_MAX; piece /= 2) {
            best = withoutPieces(best, piece);
        }
        return Optional.of(best.shrunk());
    }

    /** Removes pieces of one length. If a piece is a single move, repeats until no move can be removed. */
    private Attempt withoutPieces(Attempt from, int piece) {
        Attempt best = from;
        boolean goesOn = true;
        while (goesOn && work < WORK_MAX) {
            int before = best.made.size();
            for (int at = best.made.size() - piece; at > -piece && work < WORK_MAX; at -= piece) {
                int begin = Math.max(0, at);
                if (begin < best.made.size()) {
                    best = shorter(attempt(without(best.made, begin, begin + piece)), best);
                }
            }
            goesOn = piece == 1 && best.made.size() < before;
        }
        return best;
    }

    /** Returns the shorter attempt. Removed moves that are owed at the end come back, perhaps with others. */
    private static Attempt shorter(Optional<Attempt> other, Attempt best) {
        return other.filter(found -> found.made.size() < best.made.size()).orElse(best);
    }

    private static List<Move> without(List<Move> moves, int from, int to) {
        List<Move> rest = new ArrayList<>(moves.subList(0, from));
        rest.addAll(moves.subList(Math.min(to, moves.size()), moves.size()));
        return rest;
    }

    /** Returns the lines of a scenario. Replays the moves so that the lines can name the messages received. */
    private List<String> lines(List<Move> moves) {
        Stage stage = stages.get();
        return moves.stream().map(move -> line(stage, move)).toList();
    }

    static String line(Stage stage, Move move) {
        try {
            Stage.Deed deed = stage.make(move).orElseThrow();
            return switch (move.kind()) {
                case DELIVER -> "p" + move.process() + " receives from " + deed.text();
                case BECOME -> move + " " + String.join(" ", stage.variables(move.process()));
                case STEP, ATTEMPT, CANCEL, CRASH, KILL, TICK, ASK, LEAVE, TIMEOUT ->
                    move.choosing(deed.choices()).toString();
            };
        } catch (RuntimeException failed) {
            return move.toString(); // the last move, in which a machine fails
        }
    }

    private Optional<Attempt> attempt(List<Move> moves) {
        Attempt attempt = new Attempt(stages.get());
        return attempt.breaks(moves) ? Optional.of(attempt) : Optional.empty();
    }

    /** One run, up to the violation. */
    private final class Attempt implements Invariant.View {
        private final Stage stage;
        private final List<Move> made = new ArrayList<>();
        private Optional<Violation> violation = Optional.empty();
        private boolean resting;
        private long tokensDue; // the initial number, adjusted by damage
        private Optional<Violation> failure = Optional.empty();

        Attempt(Stage stage) {
            this.stage = stage;
            tokensDue = stage.tokens();
        }

        boolean breaks(List<Move> moves) {
            for (Move move : moves) {
                if (!goesOn()) {
                    break;
                }
                make(move);
            }
            Optional<Move> owed = stage.owed();
            for (int i = 0; owed.isPresent() && i < OWED_MAX && goesOn(); i++) {
                make(owed.get());
                owed = stage.owed();
            }
            if (owed.isEmpty() && goesOn()) {
                resting = true;
                look();
            }
            return violation.isPresent();
        }

        private boolean goesOn() {
            return violation.isEmpty() && failure.isEmpty();
        }

        private void make(Move move) {
            work++;
            Region before = region(move.process());
            boolean damages = move.kind() == Move.Kind.BECOME;
            tokensDue -= damages ? stage.tokens() : 0;
            try {
                if (stage.make(move).isPresent()) {
                    made.add(move);
                }
            } catch (RuntimeException failed) {
                made.add(move);
                failure = Optional.of(new Violation("when " + move + ": " + failed, List.of(move.process())));
                look();
            }
            tokensDue += damages ? stage.tokens() : 0;
            boolean moved = region(move.process()) != before;
            if (invariant.stream()
                    .flatMap(wanted -> wanted.looksAt().stream())
                    .anyMatch(aspect -> mayHaveChanged(aspect, moved))) {
                look();
            }
        }

        private static boolean mayHaveChanged(Invariant.Aspect aspect, boolean moved) {
            return switch (aspect) {
                case REGIONS -> moved;
                case PROGRESS, TOKENS -> true;
                case REST -> false; // checked at the end
            };
        }

        private void look() {
            violation = invariant.isPresent() ? wanted(invariant.get()).check(this) : failure;
        }

        /** Adjusts token conservation to damage: the run must conserve the tokens that the damage has left. */
        private Invariant wanted(Invariant broken) {
            return broken instanceof TokensConserved && withDamage ? new TokensConserved(tokensDue) : broken;
        }

        Shrunk shrunk() {
            List<Integer> who = violation.orElseThrow().participants();
            List<String> expected = failure.isPresent()
                    ? List.of("expect p" + failure.get().participants().getFirst() + " fails")
                    : who.stream()
                            .map(process -> "expect p" + process + " " + stage.region(process))
                            .toList();
            return new Shrunk(lines(made), violation.orElseThrow(), expected, work < WORK_MAX);
        }

        @Override
        public int participants() {
            return stage.processes();
        }

        @Override
        public Region region(int participant) {
            return Invariant.View.counts(stage.region(participant), stage.hasStopped(participant));
        }

        @Override
        public boolean isInside(int participant) {
            return stage.isInside(participant);
        }

        @Override
        public int units(int participant) {
            return units.get(participant);
        }

        @Override
        public int progress(int participant) {
            return stage.progress(participant);
        }

        @Override
        public long tokens() {
            return stage.tokens();
        }

        @Override
        public boolean resting() {
            return resting;
        }
    }
}
