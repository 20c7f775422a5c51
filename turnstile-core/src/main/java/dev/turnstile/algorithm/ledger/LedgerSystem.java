package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A ledger and its writers, as it runs between processes of one machine. Process i makes the only request of member i,
 * and has a writer of its own.
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

    /** Creates a system of the given number of processes, which hold at most {@code limit} units. */
    public LedgerSystem(int processes, int limit) {
        this(processes, 0, limit);
    }

    /** Creates a system in which no holder leaves if fewer than {@code floor} units would remain held. */
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
        reader = new PageWriter(0, processes); // only the lab writes with it, while no process runs
    }

    /**
     * Checks that the bounds are valid.
     *
     * @throws IllegalArgumentException if the limit is out of range, or the floor is not between 0 and the limit
     */
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
    public static void begin(Cells shared, PageWriter writer, int floor, int limit) {
        writer.ledger().open(floor, limit);
        writer.begin(shared);
    }

    /**
     * Applies a move to the ledger, and notifies the owners of the requests that it has changed. The move returns
     * whether there is anything to commit. It is applied again if another writer came first.
     *
     * @return whether the last application of the move had anything to commit
     */
    public static boolean change(Cells shared, LedgerWriters writers, Bells bells, Predicate<Ledger> move) {
        LedgerWriter writer = writers.borrow();
        try {
            do {
                writer.read(shared);
                if (!move.test(writer.ledger())) {
                    return false;
                }
            } while (!commit(shared, writer, bells));
            return true;
        } finally {
            writers.recycle(writer);
        }
    }

    /**
     * Commits the changes to the writer's ledger, and notifies the owners of the requests that they affect. Returns
     * false if another writer came first.
     */
    static boolean commit(Cells shared, LedgerWriter writer, Bells bells) {
        if (!writer.commit(shared)) {
            return false;
        }
        Ledger ledger = writer.ledger();
        for (int i = 0; i < ledger.changes(); i++) {
            bells.ring(ledger.changed(i));
        }
        if (ledger.changes() > 0 && ledger.entries() > ledger.inside()) {
            bells.nudge(ledger.who(ledger.inside()));
        }
        return true;
    }

    @Override
    public Sizes sizes() {
        return new Sizes(processes, limit, floor, limit);
    }

    @Override
    public ProcessFacts facts() {
        return ProcessFacts.of(this::shared)
                .withCells(index -> index == PageWriter.ROOT ? "root" : "page")
                .withMemory(this::memory);
    }

    private String memory(Cells shared) {
        PageWriter own = new PageWriter(0, processes);
        own.read(shared);
        Ledger ledger = own.ledger();
        return "inside = " + names(ledger, 0, ledger.inside()) + ", waiting = "
                + names(ledger, ledger.inside(), ledger.entries());
    }

    private static String names(Ledger ledger, int from, int to) {
        return from == to
                ? "none"
                : IntStream.range(from, to)
                        .mapToObj(entry -> "p" + RequestWord.member(ledger.who(entry)))
                        .collect(Collectors.joining(" "));
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
        return new LedgerProcess(index, numbers(), 0, limit, writersOf(new PageWriter(index, processes)), who -> {});
    }

    /** Returns a counter of a member's requests. */
    static IntSupplier numbers() {
        int[] next = {0};
        return () -> next[0]++ & (RequestWord.REQUESTS_MAX - 1);
    }

    private static LedgerWriters writersOf(PageWriter only) {
        return new LedgerWriters() {
            @Override
            public LedgerWriter borrow() {
                return only;
            }

            @Override
            public void recycle(LedgerWriter back) {}

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
        PageWriter own = new PageWriter(0, processes); // threads may call this concurrently
        own.read(shared);
        return own.ledger().free();
    }

    /**
     * Exposes the ledger. The version, and the pages other than the one in force, are left out, because no move depends
     * on them.
     */
    private void shared(Cells shared, Fields fields) {
        reader.read(shared);
        reader.ledger().state(fields, processes);
        reader.begin(shared);
    }
}
