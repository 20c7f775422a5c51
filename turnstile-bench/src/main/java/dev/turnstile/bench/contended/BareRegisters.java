package dev.turnstile.bench.contended;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The register accesses that (n,k)-EXCL makes to enter and leave alone. The registers have the memory layout of the
 * thread driver.
 */
final class BareRegisters {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LINE = 16;

    private final int n;
    private final int k;
    private final long[] cells;

    BareRegisters(int n, int k) {
        this.n = n;
        this.k = k;
        cells = new long[(2 * n - k) * LINE];
    }

    int accesses() {
        return (n - k) * (n + 2) + 1;
    }

    long pass() {
        long seen = 0;
        for (int s = 1; s <= n - k; s++) {
            write(0, s);
            write(n + s - 1, 0);
            for (int j = 1; j < n; j++) {
                seen += read(j);
            }
            seen += read(n + s - 1);
        }
        write(0, 0);
        return seen;
    }

    private long read(int cell) {
        return (long) CELL.getVolatile(cells, cell * LINE);
    }

    private void write(int cell, long value) {
        CELL.setVolatile(cells, cell * LINE, value);
    }
}
