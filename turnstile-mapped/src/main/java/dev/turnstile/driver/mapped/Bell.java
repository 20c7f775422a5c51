package dev.turnstile.driver.mapped;

import java.lang.foreign.MemorySegment;

/**
 * A word that one waits for and others ring. It is quiet, or rung, or the one who waits sleeps on it: who rings looks at what it
 * was, and makes the system wake the sleeper only if there is one.
 */
final class Bell {
    private static final int QUIET = 0;
    private static final int ASLEEP = 1;
    private static final int RUNG = 2;

    private final MemorySegment memory;
    private final MemorySegment word;
    private final long at;
    private final Kernel kernel;

    Bell(MemorySegment memory, long at, Kernel kernel) {
        this.memory = memory;
        this.at = at;
        this.kernel = kernel;
        word = memory.asSlice(at, Integer.BYTES);
    }

    /** From now on, a ring is noticed. To be called before looking for what it might tell. */
    void quiet() {
        Words.writeInt(memory, at, QUIET);
    }

    boolean isRung() {
        return Words.readInt(memory, at) == RUNG;
    }

    /** Sleeps until it is rung, unless it was since {@link #quiet}, but not longer than this; may return for no reason. */
    void sleep(long nanos) {
        if (nanos > 0 && Words.replaceInt(memory, at, QUIET, ASLEEP)) {
            kernel.sleep(word, ASLEEP, nanos);
        }
    }

    void ring() {
        ring(memory, at, kernel);
    }

    /** Rings the bell that stands there. */
    static void ring(MemorySegment memory, long at, Kernel kernel) {
        if (Words.exchangeInt(memory, at, RUNG) == ASLEEP) {
            kernel.wake(memory.asSlice(at, Integer.BYTES));
        }
    }
}
