package dev.turnstile.driver.mapped;

import dev.turnstile.driver.ledger.Bell;
import dev.turnstile.driver.mapped.os.Kernel;
import java.lang.foreign.MemorySegment;

/**
 * A bell in a word of the mapped memory. Its state is quiet, rung, or asleep. A ringing thread exchanges the state, and
 * makes the system wake the waiter only if it was asleep.
 */
final class MappedBell implements Bell {
    private static final int QUIET = 0;
    private static final int ASLEEP = 1;
    private static final int RUNG = 2;

    private final MemorySegment memory;
    private final MemorySegment word;
    private final long at;
    private final Kernel kernel;

    MappedBell(MemorySegment memory, long at, Kernel kernel) {
        this.memory = memory;
        this.at = at;
        this.kernel = kernel;
        word = memory.asSlice(at, Integer.BYTES);
    }

    @Override
    public void quiet() {
        SegmentAccess.writeInt(memory, at, QUIET);
    }

    @Override
    public boolean isRung() {
        return SegmentAccess.readInt(memory, at) == RUNG;
    }

    @Override
    public void sleep(long nanos) {
        if (nanos > 0 && SegmentAccess.replaceInt(memory, at, QUIET, ASLEEP)) {
            kernel.sleep(word, ASLEEP, nanos);
        }
    }

    @Override
    public void ring() {
        ring(memory, at, kernel);
    }

    /** Rings the bell at this offset. */
    static void ring(MemorySegment memory, long at, Kernel kernel) {
        if (SegmentAccess.exchangeInt(memory, at, RUNG) == ASLEEP) {
            kernel.wake(memory.asSlice(at, Integer.BYTES));
        }
    }
}
