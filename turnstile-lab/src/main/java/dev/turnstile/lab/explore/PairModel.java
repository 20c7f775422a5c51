package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Violation;
import dev.turnstile.lab.run.Move;
import java.util.ArrayList;
import java.util.List;

/**
 * Two systems under the same schedule (fischer-1985, section 3.2): both make every move. They are equivalent if all
 * processes are in the same regions after every schedule.
 */
final class PairModel implements Model {
    static final Property PROPERTY = new Equivalent();
    static final Violation VIOLATION =
            new Violation("after the same schedule the two systems are not in the same regions", List.of());

    private final SystemModel first;
    private final SystemModel second;
    private final long[] part;

    PairModel(SystemModel first, SystemModel second) {
        this.first = first;
        this.second = second;
        part = new long[Math.max(first.words(), second.words())];
    }

    @Override
    public int words() {
        return first.words() + second.words();
    }

    @Override
    public int processes() {
        return first.processes();
    }

    @Override
    public List<Move> moves() {
        return first.moves();
    }

    @Override
    public void initial(long[] to) {
        second.initial(part);
        System.arraycopy(part, 0, to, first.words(), second.words());
        first.initial(part);
        System.arraycopy(part, 0, to, 0, first.words());
    }

    @Override
    public boolean next(long[] from, int at, int move, long[] to) {
        boolean secondMoves = second.next(from, at + first.words(), move, part);
        System.arraycopy(part, 0, to, first.words(), second.words());
        boolean firstMoves = first.next(from, at, move, part);
        System.arraycopy(part, 0, to, 0, first.words());
        return firstMoves && secondMoves;
    }

    @Override
    public long status(long[] of, int at) {
        long status = first.status(of, at);
        return status == second.status(of, at + first.words()) ? status : Long.MIN_VALUE;
    }

    @Override
    public long stages(long[] of, int at) {
        return first.stages(of, at);
    }

    @Override
    public List<String> print(long[] of) {
        long[] rest = java.util.Arrays.copyOfRange(of, first.words(), of.length);
        List<String> parts = new ArrayList<>(first.print(of));
        parts.addAll(second.print(rest));
        return parts;
    }

    @Override
    public int obligations() {
        return first.obligations();
    }

    @Override
    public boolean owes(long[] of, int at, int obligation) {
        return first.owes(of, at, obligation);
    }

    @Override
    public int meets(int move) {
        return first.meets(move);
    }

    @Override
    public long bytes() {
        return first.bytes() + second.bytes();
    }

    @Override
    public Model copy() {
        return new PairModel((SystemModel) first.copy(), (SystemModel) second.copy());
    }
}
