package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.facts.ProcessFacts;

/**
 * The Unbounded Colored Ticket Algorithm, fischer-1985, figures 2, 4 and 5. It writes the numbers of the Numbered
 * Ticket as a value below M and a color that counts the blocks of M tickets. The Colored Ticket starts from it.
 *
 * <p>The paper's colors grow forever. Here a pointer has 32 bits for value and color, and the color wraps around. The
 * upper half of the cell holds VALID, and the lower half holds ISSUE.
 */
public final class UnboundedColoredTicket extends TicketSystem {
    /** The maximum number of processes and places. It leaves at least 10 bits for the color. */
    public static final int PROCESSES_MAX = (1 << 22) - 2;

    private static final int POINTER_BITS = 32;

    private final int valueBits;
    private final int colorMask;

    /** Creates a system of N processes and k places. */
    public UnboundedColoredTicket(int processes, int places) {
        super(processes, places, PROCESSES_MAX);
        valueBits = Integer.SIZE - Integer.numberOfLeadingZeros(Pointers.blockOf(processes, places) - 1);
        colorMask = -1 >>> valueBits;
    }

    @Override
    public ProcessFacts facts() {
        return super.facts().withCanonical(this::canonicalise);
    }

    @Override
    public void initialise(Cells shared) { // ISSUE = (0,0), VALID = (k,0)
        shared.write(ColoredProcess.MEMORY, (long) places << POINTER_BITS);
    }

    @Override
    public int free(Cells shared) {
        Taker reader = new Taker();
        reader.decode(shared.read(ColoredProcess.MEMORY));
        return reader.pointers.free();
    }

    @Override
    public Process process(int index) {
        return new Taker();
    }

    @Override
    void shared(Cells shared, Fields fields) {
        Taker reader = new Taker();
        reader.decode(shared.read(ColoredProcess.MEMORY));
        reader.pointers(fields);
        shared.write(ColoredProcess.MEMORY, reader.encode());
    }

    @Override
    String memory(Cells shared) {
        Taker reader = new Taker();
        reader.decode(shared.read(ColoredProcess.MEMORY));
        return reader.pointers.toString();
    }

    /**
     * Gives VALID color 1, shifts the other colors with it, and makes valid tickets equal to VALID. Colors are only
     * compared with each other, and a valid ticket stays valid, whatever its number.
     */
    private void canonicalise(Cells shared, Process[] processes) {
        Taker reader = new Taker();
        reader.decode(shared.read(ColoredProcess.MEMORY));
        Pointers pointers = reader.pointers;
        int shift = 1 - pointers.validColor;
        for (Process process : processes) {
            ((Taker) process).shift(pointers, shift);
        }
        pointers.issueColor += shift;
        pointers.validColor += shift;
        shared.write(ColoredProcess.MEMORY, reader.encode());
    }

    private final class Taker extends ColoredProcess {
        Taker() {
            super(UnboundedColoredTicket.this.processes, UnboundedColoredTicket.this.places);
        }

        @Override
        void takeNextTicket() {
            if (pointers.issueValue < pointers.block - 1) {
                pointers.issueValue++;
            } else {
                pointers.issueValue = 0;
                pointers.issueColor = (pointers.issueColor + 1) & colorMask;
            }
        }

        @Override
        void validateNextTicket() {
            if (pointers.validValue < pointers.block - 1) {
                pointers.validValue++;
            } else {
                pointers.validValue = 0;
                pointers.validColor = (pointers.validColor + 1) & colorMask;
            }
        }

        @Override
        void decode(long word) {
            int valueMask = (1 << valueBits) - 1;
            int issue = (int) word;
            int valid = (int) (word >>> POINTER_BITS);
            pointers.issueValue = issue & valueMask;
            pointers.issueColor = issue >>> valueBits;
            pointers.validValue = valid & valueMask;
            pointers.validColor = valid >>> valueBits;
        }

        @Override
        long encode() {
            int issue = (pointers.issueColor & colorMask) << valueBits | pointers.issueValue;
            int valid = (pointers.validColor & colorMask) << valueBits | pointers.validValue;
            return (long) valid << POINTER_BITS | Integer.toUnsignedLong(issue);
        }

        private void pointers(Fields fields) {
            pointers.issueValue = fields.range("ISSUE.VALUE", pointers.issueValue, 0, pointers.block - 1);
            pointers.issueColor = fields.range("ISSUE.COLOR", pointers.issueColor, 0, colorMask);
            pointers.validValue = fields.range("VALID.VALUE", pointers.validValue, 0, pointers.block - 1);
            pointers.validColor = fields.range("VALID.COLOR", pointers.validColor, 0, colorMask);
        }

        private void shift(Pointers now, int by) {
            if (phase == Phase.IDLE) {
                return;
            }
            boolean settled = now.isValid(ticketValue, ticketColor);
            ticketValue = settled ? now.validValue : ticketValue;
            ticketColor = ((settled ? now.validColor : ticketColor) + by) & colorMask;
        }

        @Override
        public void state(Fields fields) {
            phase = fields.choice("phase", phase, Phase.values());
            ticketValue = fields.range("TICKET.VALUE", ticketValue, 0, pointers.block - 1);
            ticketColor = fields.range("TICKET.COLOR", ticketColor, 0, colorMask);
        }
    }
}
