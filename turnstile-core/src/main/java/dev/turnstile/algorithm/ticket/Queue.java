package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The Queue Algorithm, fischer-1985, figure 1. The shared variable is the whole line of waiting and critical processes.
 * A process in one of the first k positions may be inside.
 *
 * <p>The other three algorithms imitate this one. It is the only one in which a waiter can simply step out of the
 * middle of the line. The price is space: N! e values. Here each position of the line takes four bits of one 64-bit
 * cell: 0 for an empty position and i+1 for process i. N is therefore at most 15.
 */
public class Queue extends TicketSystem {
    /** The maximum number of processes: a cell has room for 15 entries of four bits. */
    public static final int PROCESSES_MAX = 15;

    static final int MEMORY = 0;
    private static final int ENTRY_BITS = 4;
    private static final int ENTRY_MASK = (1 << ENTRY_BITS) - 1;

    private final String[] names; // names of the positions

    /** Creates a system of N processes, at most 15, and k places. */
    public Queue(int processes, int places) {
        super(processes, places, PROCESSES_MAX);
        names = new String[processes];
        Arrays.setAll(names, position -> "QUEUE[" + position + "]");
    }

    @Override
    public void initialise(Cells shared) {
        shared.write(MEMORY, 0); // the empty queue
    }

    @Override
    public int free(Cells shared) {
        return places - length(shared.read(MEMORY));
    }

    @Override
    public Process process(int index) {
        return new Member(index + 1);
    }

    @Override
    void shared(Cells shared, Fields fields) {
        long queue = shared.read(MEMORY);
        long visited = 0;
        for (int position = 0; position < processes; position++) {
            long entry = fields.range(names[position], entry(queue, position), 0, processes);
            visited |= entry << (position * ENTRY_BITS);
        }
        shared.write(MEMORY, visited);
    }

    @Override
    String memory(Cells shared) {
        long queue = shared.read(MEMORY);
        return queue == 0
                ? "QUEUE = empty"
                : IntStream.range(0, length(queue))
                        .mapToObj(position -> "p" + (entry(queue, position) - 1))
                        .collect(Collectors.joining(" ", "QUEUE = ", ""));
    }

    private static int entry(long queue, int position) {
        return (int) (queue >>> (position * ENTRY_BITS)) & ENTRY_MASK;
    }

    private static int length(long queue) {
        return (Long.SIZE - Long.numberOfLeadingZeros(queue) + ENTRY_BITS - 1) / ENTRY_BITS;
    }

    private static long enqueue(long queue, int member) {
        return queue | (long) member << (length(queue) * ENTRY_BITS);
    }

    static long remove(long queue, int member) {
        int shift = position(queue, member) * ENTRY_BITS;
        long before = queue & ((1L << shift) - 1);
        return before | (queue >>> shift >>> ENTRY_BITS << shift);
    }

    private static int position(long queue, int member) {
        for (int position = 0; position < length(queue); position++) {
            if (entry(queue, position) == member) {
                return position;
            }
        }
        throw new IllegalStateException("process " + (member - 1) + " is not in the queue");
    }

    class Member extends PhasedProcess {
        private final int i; // its entry in the queue: index + 1, since 0 is an empty position

        Member(int i) {
            this.i = i;
        }

        @Override
        boolean take(Cells shared) {
            long seen = shared.read(MEMORY);
            long next = enqueue(seen, i);
            return commit(shared, seen, next, mayEnter(next) ? Phase.INSIDE : Phase.WAITING);
        }

        private boolean commit(Cells shared, long seen, long next, Phase then) {
            boolean committed = shared.replace(MEMORY, seen, next);
            phase = committed ? then : phase;
            return committed;
        }

        @Override
        boolean takeIfValid(Cells shared) {
            long seen = shared.read(MEMORY);
            if (length(seen) >= places) {
                phase = Phase.IDLE;
                return true;
            }
            return commit(shared, seen, enqueue(seen, i), Phase.INSIDE);
        }

        @Override
        boolean enterIfValid(Cells shared) { // wait until i is in one of the first k positions of QUEUE
            if (mayEnter(shared.read(MEMORY))) {
                phase = Phase.INSIDE;
            }
            return true;
        }

        boolean mayEnter(long queue) {
            return position(queue, i) < places;
        }

        @Override
        boolean leave(Cells shared) {
            long seen = shared.read(MEMORY);
            return commit(shared, seen, remove(seen, i), Phase.IDLE);
        }

        @Override
        boolean passOn(Cells shared) {
            return leave(shared);
        }

        @Override
        public int ahead(Cells shared) {
            return Math.max(0, position(shared.read(MEMORY), i) - places + 1);
        }

        @Override
        public void state(Fields fields) {
            phase = fields.choice("phase", phase, Phase.values());
        }
    }
}
