package dev.turnstile.algorithm.ticket;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The Colored Ticket Algorithm, fischer-1985, figures 2, 4, 6 and 7: FIFO k-exclusion with a number of shared values
 * that grows only with the square of N.
 *
 * <p>Colors are reused. When the leading pointer begins a new block, it takes a color that no ticket in use has. When
 * the trailing pointer begins a block, it takes the color of the leading one. At that moment, every color in use is the
 * color of one of the k valid tickets (section 2.4). Therefore k+1 colors are enough. QUANT, which counts the valid
 * tickets of each color, tells which color is free.
 *
 * <p>The shared memory is one number below C(2k,k) ((k+1)M)^2, with M = 1 + max(k, N-k). It encodes the two pointers
 * and QUANT, which is one of the C(2k,k) ways to split k tickets into k+1 colors ({@link Compositions}). The number
 * must fit into one 64-bit cell; k=16 with N=900 does.
 *
 * <p>Departures from the print, all from our corrections. Figure 7 starts with QUANT[0] = k, not 0, because tickets
 * 1..k are valid and have color 0. {@code .VALUE := 0} belongs to both branches. The increment of QUANT comes before
 * the decrement. A process beyond N is rejected, which the paper rules out by assumption.
 */
public class ColoredTicket extends TicketSystem {
    private static final int SIZE_MAX = 1 << 28;

    final Compositions compositions;
    private final long pointerValues; // (k+1) M

    /**
     * Creates a system of N processes and k places.
     *
     * @throws IllegalArgumentException if the shared values do not fit into 64 bits; the message states which sizes do
     */
    public ColoredTicket(int processes, int places) {
        super(processes, places, SIZE_MAX);
        checkFits(processes, places);
        compositions = new Compositions(places);
        pointerValues = (places + 1L) * Pointers.blockOf(processes, places);
    }

    /** Returns the number of values in the product of the ranges, C(2k,k) ((k+1)M)^2 (section 2.4, end). */
    public static BigInteger sharedValues(int processes, int places) {
        BigInteger pointer =
                BigInteger.valueOf(places + 1L).multiply(BigInteger.valueOf(Pointers.blockOf(processes, places)));
        return Compositions.count(places).multiply(pointer.pow(2));
    }

    /** Returns the largest N for which k places fit into one cell, or 0 if there is none. */
    public static int processesMax(int places) {
        int fits = 0;
        for (int bit = SIZE_MAX; bit > 0; bit >>= 1) {
            if (fits + bit <= SIZE_MAX && fits(fits + bit, places)) {
                fits += bit;
            }
        }
        return fits;
    }

    private static boolean fits(int processes, int places) {
        return places <= Compositions.PLACES_MAX
                && sharedValues(processes, places).subtract(BigInteger.ONE).bitLength() <= Long.SIZE;
    }

    private static void checkFits(int processes, int places) {
        if (!fits(processes, places)) {
            int most = places <= Compositions.PLACES_MAX ? processesMax(places) : 0;
            throw new IllegalArgumentException("colored ticket with N=" + processes + ", k=" + places
                    + " does not fit into one 64-bit cell; "
                    + (most == 0
                            ? "no N fits that k: use a smaller k, or the numbered ticket"
                            : "with that k, N can be at most " + most + "; the numbered ticket has no such limit"));
        }
    }

    @Override
    public void initialise(Cells shared) { // ISSUE = (0,0), VALID = (k,0), QUANT = (k,0,..,0)
        Taker first = new Taker();
        first.pointers.validValue = places;
        first.quantity[0] = places;
        first.quantityCode = compositions.rank(first.quantity);
        shared.write(ColoredProcess.MEMORY, first.encode());
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
        reader.memory(fields);
        shared.write(ColoredProcess.MEMORY, reader.encode());
    }

    @Override
    String memory(Cells shared) {
        Taker reader = new Taker();
        reader.decode(shared.read(ColoredProcess.MEMORY));
        compositions.unrank(reader.quantityCode, reader.quantity);
        return reader.pointers + ", QUANT = "
                + Arrays.stream(reader.quantity).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    }

    class Taker extends ColoredProcess {
        long quantityCode;
        final int[] quantity = new int[places + 1]; // QUANT, unpacked only when needed

        Taker() {
            super(ColoredTicket.this.processes, ColoredTicket.this.places);
        }

        @Override
        void takeNextTicket() {
            if (pointers.issueValue < pointers.block - 1) {
                pointers.issueValue++;
            } else {
                pointers.issueColor = pointers.issueLeadsValid() ? newColor() : pointers.validColor;
                pointers.issueValue = 0;
            }
        }

        @Override
        void validateNextTicket() {
            if (pointers.validValue < pointers.block - 1) {
                pointers.validValue++;
            } else {
                pointers.validColor = pointers.validLeadsIssue() ? newColor() : pointers.issueColor;
                pointers.validValue = 0;
            }
            updateQuantity();
        }

        void updateQuantity() {
            if (pointers.validColor == ticketColor) {
                return; // one more and one fewer of the same color
            }
            compositions.unrank(quantityCode, quantity);
            quantity[pointers.validColor]++;
            quantity[ticketColor]--;
            quantityCode = compositions.rank(quantity);
        }

        int newColor() { // figure 6
            compositions.unrank(quantityCode, quantity);
            int color = 0;
            while (quantity[color] > 0) {
                color++;
            }
            return color;
        }

        @Override
        void decode(long word) {
            int block = pointers.block;
            long rest = Long.divideUnsigned(word, pointerValues);
            long valid = word - rest * pointerValues;
            quantityCode = rest / pointerValues;
            long issue = rest - quantityCode * pointerValues;
            pointers.issueColor = (int) (issue / block);
            pointers.issueValue = (int) (issue % block);
            pointers.validColor = (int) (valid / block);
            pointers.validValue = (int) (valid % block);
        }

        @Override
        long encode() {
            long issue = (long) pointers.issueColor * pointers.block + pointers.issueValue;
            long valid = (long) pointers.validColor * pointers.block + pointers.validValue;
            return (quantityCode * pointerValues + issue) * pointerValues + valid;
        }

        private void memory(Fields fields) {
            pointers.issueValue = fields.range("ISSUE.VALUE", pointers.issueValue, 0, pointers.block - 1);
            pointers.issueColor = fields.range("ISSUE.COLOR", pointers.issueColor, 0, places);
            pointers.validValue = fields.range("VALID.VALUE", pointers.validValue, 0, pointers.block - 1);
            pointers.validColor = fields.range("VALID.COLOR", pointers.validColor, 0, places);
            quantityCode = fields.range("QUANT", quantityCode, 0, compositions.count() - 1);
        }

        @Override
        public void state(Fields fields) {
            phase = fields.choice("phase", phase, Phase.values());
            ticketValue = fields.range("TICKET.VALUE", ticketValue, 0, pointers.block - 1);
            ticketColor = fields.range("TICKET.COLOR", ticketColor, 0, places);
        }
    }
}
