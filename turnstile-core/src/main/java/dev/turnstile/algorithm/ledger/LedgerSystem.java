package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * A ledger and those who write it: what runs between processes of one machine. Process i is the only request of member
 * i, and has a pen of its own.
 *
 * <pre>{@code
 * ProcessSystem system = new LedgerSystem(3, 1, 2);    // three processes; at least one and at most two inside
 * }</pre>
 */
public final class LedgerSystem implements ProcessSystem {
    private final int processes;
    private final int floor;
    private final int limit;
    private final PageWriter reader;

    /** For so many processes, of which at most {@code limit} units are inside. */
    public LedgerSystem(int processes, int limit) {
        this(processes, 0, limit);
    }

    /** As the other, and nobody leaves when fewer than {@code floor} units would be inside. */
    public LedgerSystem(int processes, int floor, int limit) {
        if (processes < 1 || processes > RequestWord.MEMBERS_MAX) {
            throw new IllegalArgumentException(
                    "n must be between 1 and " + RequestWord.MEMBERS_MAX + ", not " + processes);
        }
        if (limit < 1 || limit > RequestWord.UNITS_MAX) {
            throw new IllegalArgumentException("k must be between 1 and " + RequestWord.UNITS_MAX + ", not " + limit);
        }
        checkBounds(floor, limit);
        this.processes = processes;
        this.floor = floor;
        this.limit = limit;
        reader = new PageWriter(0, processes); // it writes only when nobody else does, in a lab
    }

    /** Whether there can be such bounds; says so if not. */
    public static void checkBounds(int floor, int limit) {
        if (limit < 1 || limit > RequestWord.UNITS_MAX) {
            throw new IllegalArgumentException(
                    "the limit must be at least 1 and at most " + RequestWord.UNITS_MAX + ", not " + limit);
        }
        if (floor < 0 || floor > limit) {
            throw new IllegalArgumentException(
                    "the floor must be between 0 and the limit of " + limit + ", not " + floor);
        }
    }

    /** Writes an empty ledger with the given bounds. */
    public static void begin(Cells shared, PageWriter pen, int floor, int limit) {
        pen.ledger().open(floor, limit);
        pen.begin(shared);
    }

    /**
     * Lets a move happen to the ledger, and tells those whom it concerns. The move says whether there is anything to
     * commit. It is made again after a conflict or an unknown outcome, so making it twice must be the same as making it
     * once.
     *
     * @return whether the last move had anything to commit
     */
    public static boolean change(Cells shared, LedgerWriters pens, Bells bells, Predicate<Ledger> move) {
        LedgerWriter pen = pens.take();
        try {
            do {
                pen.read(shared);
                if (!move.test(pen.ledger())) {
                    return false;
                }
            } while (commit(shared, pen, bells) != Commit.APPLIED);
            return true;
        } finally {
            pens.giveBack(pen);
        }
    }

    /**
     * Commits what was done to the pen's ledger, and tells those whom it concerns, or may concern if the outcome is
     * unknown.
     */
    static Commit commit(Cells shared, LedgerWriter pen, Bells bells) {
        Commit outcome = pen.commit(shared);
        if (outcome == Commit.CONFLICT) {
            return outcome;
        }
        Ledger ledger = pen.ledger();
        for (int i = 0; i < ledger.changes(); i++) {
            bells.ring(ledger.changed(i));
        }
        if (ledger.changes() > 0 && ledger.entries() > ledger.inside()) {
            bells.nudge(ledger.who(ledger.inside()));
        }
        return outcome;
    }

    @Override
    public Sizes sizes() {
        return new Sizes(processes, limit, floor, limit);
    }

    @Override
    public ProcessFacts facts() {
        return ProcessFacts.of(this::shared).withCells(index -> index == PageWriter.ROOT ? "root" : "page");
    }

    @Override
    public int cells() {
        return PageWriter.cells(processes, processes);
    }

    @Override
    public void initialise(Cells shared) {
        begin(shared, new PageWriter(0, processes), floor, limit);
    }

    @Override
    public LedgerProcess process(int index) {
        return new LedgerProcess(index, numbers(), 0, limit, pens(new PageWriter(index, processes)), who -> {});
    }

    /** Counts the requests of a member. */
    static IntSupplier numbers() {
        int[] next = {0};
        return () -> next[0]++ & (RequestWord.REQUESTS_MAX - 1);
    }

    private static LedgerWriters pens(PageWriter only) {
        return new LedgerWriters() {
            @Override
            public LedgerWriter take() {
                return only;
            }

            @Override
            public void giveBack(LedgerWriter back) {}

            @Override
            public int pageWords() {
                return only.pageWords();
            }
        };
    }

    @Override
    public boolean fifo() {
        return true;
    }

    @Override
    public int free(Cells shared) {
        PageWriter looking = new PageWriter(0, processes); // many may look at once
        looking.read(shared);
        return looking.ledger().free();
    }

    /**
     * Shows the ledger. What the pages hold beside the one in force, and the version, are left out: no move depends on
     * them.
     */
    private void shared(Cells shared, Fields fields) {
        reader.read(shared);
        reader.ledger().state(fields, processes);
        reader.begin(shared);
    }
}
