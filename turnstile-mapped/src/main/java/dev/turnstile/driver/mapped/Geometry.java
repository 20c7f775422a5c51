package dev.turnstile.driver.mapped;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.ledger.PageWriter;
import dev.turnstile.machine.ProcessSystem;

/**
 * Where everything stands in the file.
 *
 * <pre>
 * 0        the header
 * 1024     the first cell, alone on its cache line; for a ledger, the root
 * 2048     the word that counts changes, and 2112 the one that counts who sleeps on it, where there are no bells
 * 2176     how many member records have ever been used
 * 2304     the process that set the limit on purpose: its number, then its command
 * 4096     the members: each its record, then its bells
 * then     the participants, then the slots, for other algorithms than the ledger
 * then     the other cells
 * </pre>
 *
 * @param algorithm the algorithm's name
 * @param members how many processes can have it open at once
 * @param entries how many can be inside or in line at once
 * @param places how many places other algorithms than the ledger were set up with; 0 for the ledger
 * @param cells how many cells
 * @param stride how many bytes from one cell to the next
 */
record Geometry(String algorithm, int members, int entries, int places, int cells, int stride) {
    static final String LEDGER = "ledger";
    static final int PENS = 2; // per member: one for its first thread, one for the others
    static final int HEADER_BYTES = 256;
    static final int FIRST_CELL = 1024;
    static final int CHANGES = 2048;
    static final int SLEEPERS = 2112;
    static final int RECORDS = 2176;
    static final int SETTER = 2304;
    private static final int BLOCK = 4096;
    private static final int MEMBERS = BLOCK;
    static final int MEMBER_BYTES = 2048;
    static final int BELLS = 1024; // in a member's record
    static final int BELL_BYTES = 64;
    private static final int PARTICIPANT_BYTES = 16;
    private static final int LINE = 64;

    static Geometry ofLedger(int participants) {
        return new Geometry(
                LEDGER, participants, participants, 0, PageWriter.cells(participants * PENS, participants), Long.BYTES);
    }

    static Geometry of(Algorithm.SharedMemory algorithm, ProcessSystem system) {
        int n = system.sizes().participants();
        return new Geometry(algorithm.name(), n, n, system.sizes().limit(), system.cells(), LINE);
    }

    /** The pen of that number. */
    PageWriter pen(int index) {
        return new PageWriter(index, entries, members * PENS);
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

    /** Where the pages of a member's pens begin. */
    long pages(int member) {
        return cell(1 + member * PENS * PageWriter.PAGES * pageWords());
    }

    long pagesBytes() {
        return (long) PENS * PageWriter.PAGES * pageWords() * Long.BYTES;
    }

    private int pageWords() {
        return (cells - 1) / (members * PENS * PageWriter.PAGES);
    }

    long bytes() {
        return aligned(cell(cells));
    }

    /** The byte that a member holds as long as it lives: beyond the end of the largest file. */
    static long witness(int member) {
        return (1L << 62) + member;
    }

    private static long aligned(long bytes) {
        return (bytes + BLOCK - 1) / BLOCK * BLOCK;
    }
}
