package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;

/**
 * A writer that keeps a {@link Ledger} on pages in shared cells.
 *
 * <p>Cell 0, the {@link Root}, names the page that holds the ledger, and its version. A page that the root does not
 * name is scratch space. Each writer has two pages that only it writes. To change the ledger, a writer reads the root,
 * copies the page, and changes the copy. It writes the copy to that one of its own pages that the root does not name.
 * Then it makes the root name that page by one {@link Cells#replace}. If that fails, another writer came first, and the
 * writer starts over. So a process that is killed or stopped at any instruction leaves the ledger either as it was
 * before or as it is after. This is the transaction of fischer-1985, section 2, on a variable of any size.
 *
 * <p>While a writer copies a page, the root may move on and the page's owner may write to the page again. The copy is
 * then torn. So the writer reads the root again after copying, and uses the copy only if the root is unchanged.
 * Versions never recur.
 *
 * <p>Not thread-safe.
 */
public final class PageWriter implements LedgerWriter {
    static final int ROOT = 0;

    /** The value of cell 0 once the ledger is permanently out of use. */
    public static final long RETIRED = Root.RETIRED;

    /** The maximum number of pages. */
    public static final int PAGES_MAX = Root.PAGES_MAX;

    /** The number of pages of a writer. */
    public static final int PAGES = 2;

    private final int pages;
    private final int pageWords;
    private final int first; // the first of its two pages
    private final Ledger ledger;
    private long root;
    private long boundsRead;

    /** Creates a writer for a ledger with as many writers as entries. */
    PageWriter(int index, int entries) {
        this(index, entries, entries);
    }

    /**
     * Creates the writer that owns pages {@code 2 index} and {@code 2 index + 1}.
     *
     * @param entries the number of entries that a page has room for
     * @param writers the number of writers of the ledger
     */
    public PageWriter(int index, int entries, int writers) {
        pages = writers * PAGES;
        pageWords = Ledger.words(entries);
        first = PAGES * index;
        ledger = new Ledger(entries);
    }

    /** Returns how many cells the given number of writers needs. */
    public static int cells(int writers, int entries) {
        return 1 + writers * PAGES * Ledger.words(entries);
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    int pageWords() {
        return pageWords;
    }

    @Override
    public void read(Cells shared) {
        copy(shared);
        unfold();
    }

    /**
     * Reads the ledger, and checks that only writers have written it.
     *
     * @throws DamagedException if the cells do not hold a ledger
     */
    public void readChecked(Cells shared) {
        copy(shared);
        if (ledger.words()[0] != ledger.seal()) {
            throw new DamagedException("a page whose checksum is wrong");
        }
        if (!Root.isShort(root) && Root.version(root) != ledger.version()) {
            throw new DamagedException(
                    "a page of version " + ledger.version() + " under a root of version " + Root.version(root));
        }
        unfold();
        String flaw = ledger.flaw();
        if (!flaw.isEmpty()) {
            throw new DamagedException(flaw);
        }
    }

    private void copy(Cells shared) {
        do {
            root = shared.read(ROOT);
            if (root == RETIRED) {
                throw new RetiredException();
            }
        } while (!copied(shared));
    }

    private boolean copied(Cells shared) {
        if (Root.page(root) >= pages) {
            throw new DamagedException("a root that names page " + Root.page(root) + " of " + pages);
        }
        int at = cell(pageWords, Root.page(root));
        long[] words = ledger.words();
        words[0] = shared.read(at);
        int length = Ledger.sealedLength(words[0]);
        if (length < Ledger.wordsUsed(0) || length > pageWords) {
            if (shared.read(ROOT) == root) {
                throw new DamagedException("a page of " + length + " words, and there is room for " + pageWords);
            }
            return false;
        }
        shared.read(at + 1, words, 1, length - 1);
        ledger.length(length);
        return shared.read(ROOT) == root;
    }

    private void unfold() {
        boundsRead = ledger.packedBounds();
        if (Root.isShort(root)) {
            ledger.abridge(root);
        }
    }

    @Override
    public boolean commit(Cells shared) {
        if (ledger.entries() == 0 && ledger.floor() == 0 && ledger.packedBounds() == boundsRead) {
            return shared.replace(ROOT, root, Root.ofEmpty(Root.page(root), ledger.lastFence() + 1));
        }
        int page = Root.page(root) == first ? first + 1 : first;
        ledger.version(ledger.version() + 1);
        write(shared, page);
        return shared.replace(ROOT, root, Root.ofPage(ledger.version(), page));
    }

    /** Writes the first ledger. */
    void begin(Cells shared) {
        write(shared, first);
        shared.write(ROOT, Root.ofPage(ledger.version(), first));
    }

    private void write(Cells shared, int page) {
        long[] words = ledger.words();
        words[0] = ledger.seal();
        shared.prepare(cell(pageWords, page), words, ledger.length());
    }

    private static int cell(int pageWords, int page) {
        return 1 + page * pageWords;
    }

    /** Returns the cell that holds the fence of the page that the root names. */
    static int fenceCell(int pageWords, long root) {
        return cell(pageWords, Root.page(root)) + Ledger.FENCE;
    }
}
