package dev.turnstile.driver.mapped;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.PageWriter;
import dev.turnstile.machine.Cells;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * The cells of a ledger: the root, followed by the pages. If the ledger is out of use, reading the root throws a
 * {@link TurnstileUnusableException} that names the file.
 */
final class LedgerCells implements Cells {
    private final MemorySegment memory;
    private final long root;
    private final long before; // where cell 0 would be if it were adjacent to cell 1
    private final Path path;

    LedgerCells(MemorySegment memory, Geometry geometry, Path path) {
        this.memory = memory;
        this.path = path;
        root = geometry.cell(0);
        before = geometry.cell(1) - Long.BYTES;
    }

    private long at(int cell) {
        return cell == 0 ? root : before + (long) cell * Long.BYTES;
    }

    @Override
    public long read(int cell) {
        long value = SegmentAccess.read(memory, at(cell));
        if (cell == 0 && value == PageWriter.RETIRED) {
            throw MappedFile.replaced(path);
        }
        return value;
    }

    @Override
    public void write(int cell, long value) {
        SegmentAccess.write(memory, at(cell), value);
    }

    @Override
    public void prepare(int cell, long value) {
        SegmentAccess.prepare(memory, at(cell), value);
    }

    /**
     * Reads several cells, in no particular order among themselves, but after all earlier reads and before all later
     * ones.
     */
    @Override
    public void read(int from, long[] into, int index, int count) {
        MemorySegment.copy(memory, ValueLayout.JAVA_LONG, at(from), into, index, count);
        VarHandle.acquireFence();
    }

    @Override
    public void prepare(int from, long[] values, int count) {
        VarHandle.releaseFence();
        MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_LONG, at(from), count);
    }

    @Override
    public boolean replace(int cell, long seen, long next) {
        return SegmentAccess.replace(memory, at(cell), seen, next);
    }

    @Override
    public long add(int cell, long delta) {
        return SegmentAccess.add(memory, at(cell), delta);
    }
}
