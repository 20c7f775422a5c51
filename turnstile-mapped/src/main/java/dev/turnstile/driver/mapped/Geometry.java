package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.ledger.PageWriter;
import dev.turnstile.machine.ProcessSystem;

/**
 * The layout of the file.
 *
 * <pre>
 * 0        the header
 * 1024     the first cell, alone on its cache line; for a ledger, the root
 * 2048     without bells: the number of changes; 2112: the number of sleepers
 * 2176     the number of member records that have ever been used
 * 2304     the process that set the limit on purpose: its number, then its command
 * 4096     the members: each its record, then its bells
 * then     the participants, then the slots, for algorithms other than the ledger
 * then     the other cells
 * </pre>
 *
 * @param algorithm the name of the algorithm
 * @param members the maximum number of processes that have the file open at once
 * @param entries the maximum number of requests inside or in line at once
 * @param places the number of places of an algorithm other than the ledger; 0 for the ledger
 * @param cells the number of cells
 * @param stride the number of bytes from one cell to the next
 */
record Geometry(String algorithm, int members, int entries, int places, int cells, int stride) {
    static final String LEDGER = "ledger";
    static final int WRITERS = 2; // writers per member: one for its first thread, one for the others
    static final int HEADER_BYTES = 256;
    static final int FIRST_CELL = 1024;
    static final int CHANGES = 2048;
    static final int SLEEPERS = 2112;
    static final int RECORDS = 2176;
    static final int SETTER = 2304;
    private static final int BLOCK = 4096;
    private static final int MEMBERS = BLOCK;
    static final int MEMBER_BYTES = 2048;
    static final int BELLS = 1024; // within a member's record
    static final int BELL_BYTES = 64;
    private static final int PARTICIPANT_BYTES = 16;
    private static final int LINE = 64;

    static Geometry ofLedger(int participants) {
        return new Geometry(
                LEDGER,
                participants,
                participants,
                0,
                PageWriter.cells(participants * WRITERS, participants),
                Long.BYTES);
    }

    static Geometry of(Algorithm.SharedMemory algorithm, ProcessSystem system) {
        int n = system.sizes().participants();
        return new Geometry(algorithm.name(), n, n, system.sizes().limit(), system.cells(), LINE);
    }

    /** Returns the writer with this number. */
    PageWriter writer(int index) {
        return new PageWriter(index, entries, members * WRITERS);
    }

    boolean isLedger() {
        return algorithm.equals(LEDGER);
    }

    long member(int index) {
        return MEMBERS + (long) index * MEMBER_BYTES;
    }

    long bell(int member, int bell) {
        return member(member) + BELLS + (long) bell * BELL_BYTES;
    }

    long participant(int index) {
        return aligned(member(members)) + (long) index * PARTICIPANT_BYTES;
    }

    long slot(int index) {
        return participant(entries) + (long) index * PARTICIPANT_BYTES;
    }

    private long otherCells() {
        return aligned(isLedger() ? participant(0) : slot(places));
    }

    long cell(int index) {
        return index == 0 ? FIRST_CELL : otherCells() + (long) (index - 1) * stride;
    }

    /** Returns the offset of the pages of a member's writers. */
    long pages(int member) {
        return cell(1 + member * WRITERS * PageWriter.PAGES * pageWords());
    }

    long pagesBytes() {
        return (long) WRITERS * PageWriter.PAGES * pageWords() * Long.BYTES;
    }

    private int pageWords() {
        return (cells - 1) / (members * WRITERS * PageWriter.PAGES);
    }

    long bytes() {
        return aligned(cell(cells));
    }

    /** Returns the byte that a member holds as long as it is alive. It is beyond the end of the largest file. */
    static long witness(int member) {
        return (1L << 62) + member;
    }

    private static long aligned(long bytes) {
        return (bytes + BLOCK - 1) / BLOCK * BLOCK;
    }
}
