package dev.turnstile.stress;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;

/**
 * The operations for Lincheck, and what they must return: the part of a turnstile that never waits, and a way through
 * it on which every caller waits. One small subclass per algorithm names it. (Public, because Lincheck requires it.)
 */
public final class Surface {
    private static final int LIMIT = 2;
    private static final int THREADS = 8;

    private Surface() {}

    private static Turnstile open(String algorithm, int limit) {
        return Turnstile.atMost(limit)
                .algorithm(algorithm)
                .participants(THREADS)
                .open();
    }

    private static <T> List<Deque<T>> perThread() {
        return Stream.generate(() -> (Deque<T>) new ArrayDeque<T>())
                .limit(THREADS)
                .toList();
    }

    /**
     * Units come and go; two permits of one unit are shared, and any thread may close them. For algorithms that grant
     * several units at once. If a group of processes stands in for them, an attempt takes and gives back its parts one
     * by one, and other threads may see that.
     */
    @Param(name = "thread", gen = ThreadIdGen.class)
    @Param(name = "units", gen = IntGen.class, conf = "1:2")
    @Param(name = "index", gen = IntGen.class, conf = "0:1")
    public abstract static class Units {
        private final Turnstile gate;
        private final List<Permit> shared;
        private final List<Deque<Permit>> own = perThread();

        Units(String algorithm) {
            gate = open(algorithm, LIMIT);
            shared = IntStream.range(0, LIMIT)
                    .mapToObj(i -> gate.tryAcquire().orElseThrow())
                    .toList();
        }

        @Operation
        public boolean tryAcquire(@Param(name = "thread") int thread, @Param(name = "units") int units) {
            Optional<Permit> permit = gate.tryAcquire(units);
            permit.ifPresent(own.get(thread)::push);
            return permit.isPresent();
        }

        @Operation
        public void closeOwn(@Param(name = "thread") int thread) {
            Permit permit = own.get(thread).poll();
            if (permit != null) {
                permit.close();
            }
        }

        @Operation(nonParallelGroup = "closing") // the second of two concurrent closes returns before the place is back
        public void closeShared(@Param(name = "index") int index) {
            shared.get(index).close();
        }
    }

    /** The sequential specification of {@link Units}. */
    public static final class UnitsOneByOne {
        private int free;
        private final boolean[] shared = {true, true};
        private final List<Deque<Integer>> own = perThread();

        public boolean tryAcquire(int thread, int units) {
            if (units > free) {
                return false;
            }
            free -= units;
            own.get(thread).push(units);
            return true;
        }

        public void closeOwn(int thread) {
            Integer units = own.get(thread).poll();
            free += units == null ? 0 : units;
        }

        public void closeShared(int index) {
            free += shared[index] ? 1 : 0;
            shared[index] = false;
        }
    }

    /** The limit goes up and down while single units come and go. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    @Param(name = "limit", gen = IntGen.class, conf = "1:2")
    public abstract static class Limits {
        private final Turnstile gate;
        private final List<Deque<Permit>> own = perThread();

        Limits(String algorithm) {
            gate = open(algorithm, LIMIT);
        }

        @Operation
        public boolean tryAcquire(@Param(name = "thread") int thread) {
            Optional<Permit> permit = gate.tryAcquire();
            permit.ifPresent(own.get(thread)::push);
            return permit.isPresent();
        }

        @Operation
        public void closeOwn(@Param(name = "thread") int thread) {
            Permit permit = own.get(thread).poll();
            if (permit != null) {
                permit.close();
            }
        }

        @Operation(nonParallelGroup = "limit")
        public void limit(@Param(name = "limit") int limit) {
            gate.limit(limit);
        }
    }

    /** The sequential specification of {@link Limits}. */
    public static final class LimitsOneByOne {
        private int limit = LIMIT;
        private int held;
        private final List<Deque<Integer>> own = perThread();

        public boolean tryAcquire(int thread) {
            if (held >= limit) {
                return false;
            }
            held++;
            own.get(thread).push(1);
            return true;
        }

        public void closeOwn(int thread) {
            held -= own.get(thread).poll() == null ? 0 : 1;
        }

        public void limit(int wanted) {
            limit = wanted;
        }
    }

    /** One holder is inside and leaves once; the other callers wait their turn and pass. No caller may hang. */
    public abstract static class Through {
        private final Turnstile gate;
        private final Permit inside;

        Through(String algorithm) {
            gate = open(algorithm, 1);
            inside = gate.tryAcquire().orElseThrow();
        }

        @Operation
        public void leave() {
            inside.close();
        }

        @Operation
        public void through() {
            gate.acquireUninterruptibly().close();
        }
    }

    /** {@link Units} of numbered-ticket. */
    public static final class NumberedUnits extends Units {
        public NumberedUnits() {
            super("numbered-ticket");
        }
    }

    /** {@link Limits} of queue. */
    public static final class QueueLimits extends Limits {
        public QueueLimits() {
            super("queue");
        }
    }

    /** {@link Limits} of numbered-ticket. */
    public static final class NumberedLimits extends Limits {
        public NumberedLimits() {
            super("numbered-ticket");
        }
    }

    /** {@link Limits} of unbounded-colored-ticket. */
    public static final class UnboundedColoredLimits extends Limits {
        public UnboundedColoredLimits() {
            super("unbounded-colored-ticket");
        }
    }

    /** {@link Limits} of colored-ticket. */
    public static final class ColoredLimits extends Limits {
        public ColoredLimits() {
            super("colored-ticket");
        }
    }

    /** {@link Through} of queue. */
    public static final class QueueThrough extends Through {
        public QueueThrough() {
            super("queue");
        }
    }

    /** {@link Through} of numbered-ticket. */
    public static final class NumberedThrough extends Through {
        public NumberedThrough() {
            super("numbered-ticket");
        }
    }
}
