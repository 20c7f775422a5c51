package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.ProcessFacts;

/**
 * The Numbered Ticket Algorithm, fischer-1985, figures 2 and 3.
 *
 * <p>Tickets are numbers. ISSUE is the ticket issued last, and VALID is the ticket validated last. A process with a
 * ticket up to VALID may be inside. Taking a ticket is ISSUE + 1, leaving is VALID + 1, and nothing else is ever
 * written.
 *
 * <p>Three things are ours:
 *
 * <ul>
 *   <li><b>Units.</b> A request for r units takes r tickets in one transaction, and enters when the last of them is
 *       valid. Leaving validates r. This keeps FIFO, so small requests never starve a large one.
 *   <li><b>Resizing.</b> One more place is VALID + 1 without a process leaving. One fewer is VALID - 1.
 *   <li><b>Cancelling.</b> A ticket can't be removed from the middle of the line. The process keeps its tickets until
 *       all processes ahead of it may enter. Then it validates as many tickets as it holds, and the processes behind it
 *       move up. A ticket that is still the last one issued is simply taken back.
 * </ul>
 *
 * <p>The paper's numbers grow forever. Here they have 32 bits and wrap around, and are compared by their difference.
 * This is correct as long as no waiting process sleeps through 2^31 validations. ({@code canonicalise} explains why a
 * search of finitely many states covers all of them.) The upper half of the cell holds VALID. The lower half holds
 * ISSUE - VALID plus a bias that keeps it positive. Each of the two transactions is therefore a single addition.
 */
public class NumberedTicket extends TicketSystem implements ProcessSystem.Resizable {
    /** The maximum number of processes to explore with. Any number may take part. */
    public static final int PROCESSES_MAX = 1 << 28;

    /** The maximum limit, and the maximum number of units of one request. */
    static final int UNITS_MAX = 1 << 28;

    private static final int UNITS_FEW = 1 << 16;
    private static final int WAITING_MAX = 1 << 30;

    static final int MEMORY = 0;
    private static final long BIAS = 1L << 31;
    private static final long ISSUE_ONE = 1;
    static final long VALIDATE_ONE = (1L << 32) - 1; // VALID + 1, which makes ISSUE - VALID one less

    /**
     * Creates a system of N processes and k places. N only bounds the exploration: any number of processes may take
     * part.
     */
    public NumberedTicket(int processes, int places) {
        super(processes, places, UNITS_MAX);
    }

    @Override
    public boolean anyNumber() {
        return true;
    }

    @Override
    public int limitMax() {
        return UNITS_MAX;
    }

    @Override
    public Sizes sizes() {
        return super.sizes().withUnitsEach(UNITS_MAX);
    }

    @Override
    public ProcessFacts facts() {
        return super.facts().withCanonical(this::canonicalise);
    }

    @Override
    public void initialise(Cells shared) {
        shared.write(MEMORY, word(0, places)); // ISSUE = 0, VALID = k
    }

    @Override
    public int free(Cells shared) {
        return -issuedAhead(shared.read(MEMORY));
    }

    @Override
    public void resize(Cells shared, int delta) {
        shared.add(MEMORY, delta * VALIDATE_ONE);
    }

    @Override
    public Process process(int index) {
        return new Taker();
    }

    @Override
    void shared(Cells shared, Fields fields) {
        long seen = shared.read(MEMORY);
        int issue = number(fields, "ISSUE", issue(seen));
        int valid = number(fields, "VALID", valid(seen));
        shared.write(MEMORY, word(issue, valid));
    }

    @Override
    String memory(Cells shared) {
        long seen = shared.read(MEMORY);
        return "ISSUE = " + Integer.toUnsignedString(issue(seen)) + ", VALID = "
                + Integer.toUnsignedString(valid(seen));
    }

    /**
     * Moves VALID to k, and the other numbers with it. The algorithm only compares numbers. Two configurations
     * therefore behave alike if all numbers differ by the same amount. The values of tickets that are valid, and stay
     * valid, do not matter at all.
     */
    private void canonicalise(Cells shared, Process[] processes) {
        long seen = shared.read(MEMORY);
        int shift = places - valid(seen);
        for (Process process : processes) {
            ((Taker) process).shift(seen, shift);
        }
        shared.write(MEMORY, word(issue(seen) + shift, places));
    }

    private static long word(int issue, int valid) {
        return ((long) valid << 32) + BIAS + (issue - valid);
    }

    static int valid(long word) {
        return (int) (word >>> 32);
    }

    private static int issue(long word) {
        return valid(word) + issuedAhead(word);
    }

    /** Returns ISSUE - VALID: the number of units waited for, or, if negative, the number of free units. */
    private static int issuedAhead(long word) {
        return (int) ((word & 0xFFFF_FFFFL) - BIAS);
    }

    private static int number(Fields fields, String name, int value) {
        return (int) fields.range(name, Integer.toUnsignedLong(value), 0, 0xFFFF_FFFFL);
    }

    static class Taker extends PhasedProcess {
        int ticket; // the last of `units` consecutive tickets
        int units;

        @Override
        void checkUnits(int wanted) {
            if (wanted < 1 || wanted > UNITS_MAX) {
                throw new IllegalArgumentException("units must be between 1 and " + UNITS_MAX + ", not " + wanted);
            }
            units = wanted;
        }

        @Override
        boolean take(Cells shared) { // TICKET := TAKE_NEXT_TICKET
            if (units > UNITS_FEW) {
                return takeMany(shared);
            }
            hold(shared.add(MEMORY, units * ISSUE_ONE));
            return true;
        }

        /**
         * Takes tickets after checking that they fit. A few large requests are enough to fill the lower half of the
         * cell.
         */
        private boolean takeMany(Cells shared) {
            long seen = shared.read(MEMORY);
            if (issuedAhead(seen) > WAITING_MAX - units) {
                throw new IllegalStateException("more than " + WAITING_MAX + " units are waited for");
            }
            return takeSeen(shared, seen);
        }

        @Override
        boolean takeIfValid(Cells shared) {
            long seen = shared.read(MEMORY);
            if (-issuedAhead(seen) < units) {
                reset();
                return true;
            }
            return takeSeen(shared, seen);
        }

        private boolean takeSeen(Cells shared, long seen) {
            boolean committed = shared.replace(MEMORY, seen, seen + units * ISSUE_ONE);
            if (committed) {
                hold(seen);
            }
            return committed;
        }

        private void hold(long before) {
            ticket = issue(before) + units;
            phase = isValid(before) ? Phase.INSIDE : Phase.WAITING;
        }

        @Override
        boolean enterIfValid(Cells shared) { // wait until IS_VALID(TICKET)
            if (isValid(shared.read(MEMORY))) {
                phase = Phase.INSIDE;
            }
            return true;
        }

        boolean isValid(long word) {
            return ticket - valid(word) <= 0; // T <= VALID
        }

        @Override
        boolean leave(Cells shared) { // VALIDATE_NEXT_TICKET(TICKET)
            shared.add(MEMORY, units * VALIDATE_ONE);
            reset();
            return true;
        }

        @Override
        boolean passOn(Cells shared) {
            long seen = shared.read(MEMORY);
            boolean last = issue(seen) == ticket;
            if (!last && !aheadIsValid(seen)) {
                return true;
            }
            long next = last ? seen - units * ISSUE_ONE : seen + units * VALIDATE_ONE;
            boolean committed = shared.replace(MEMORY, seen, next);
            if (committed) {
                reset();
            }
            return committed;
        }

        private boolean aheadIsValid(long word) {
            return ticket - units - valid(word) <= 0;
        }

        final void reset() {
            phase = Phase.IDLE;
            ticket = 0;
            units = 0;
        }

        @Override
        public int ahead(Cells shared) {
            return Math.max(0, ticket - valid(shared.read(MEMORY)));
        }

        @Override
        public Process split(int part) {
            if (phase != Phase.INSIDE || part < 1 || part >= units) {
                throw new IllegalArgumentException("the units to split off must be at least 1 and less than " + units
                        + ", not " + part + "; the process is " + phase);
            }
            Taker taker = new Taker();
            taker.phase = Phase.INSIDE;
            taker.ticket = ticket;
            taker.units = part;
            units -= part;
            return taker;
        }

        @Override
        public boolean absorb(Process behind) {
            Taker next = (Taker) behind;
            boolean adjacent =
                    phase == Phase.CANCELLED && next.phase == Phase.CANCELLED && next.ticket - next.units == ticket;
            if (adjacent) {
                ticket = next.ticket;
                units += next.units;
                next.reset();
            }
            return adjacent;
        }

        private void shift(long seen, int by) {
            if (phase != Phase.IDLE) {
                boolean settled = phase == Phase.CANCELLED ? aheadIsValid(seen) : isValid(seen);
                ticket = (settled ? valid(seen) : ticket) + by;
            }
        }

        @Override
        public void state(Fields fields) {
            phase = fields.choice("phase", phase, Phase.values());
            ticket = number(fields, "TICKET", ticket);
            units = fields.range("units", units, 0, UNITS_MAX);
        }
    }
}
