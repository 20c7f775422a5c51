package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;

/**
 * Keeps a {@link Ledger} on pages in shared cells.
 *
 * <p>Cell 0, the {@link Root}, says on which page the ledger stands, and in which version. A page that the root does
 * not name is waste paper. Each pen has two pages that nobody else writes. To change the ledger: read the root, copy
 * that page, change the copy, write it on that one of the own pages that the root does not name, and make the root name
 * it by one {@link Cells#replace}. If that fails, somebody else came first, and all begins anew. So a process that is
 * killed, or stopped, at any instruction leaves the ledger as it was before or as it is after: this is the transaction
 * of fischer-1985, section 2, on a variable of any size.
 *
 * <p>While a page is copied, the root may move on and the page's owner write on it again: the copy is then torn. So the
 * root is read again after copying, and the copy is used only if it has not moved; versions never come back.
 *
 * <p>Not thread-safe.
 */
public final class PageWriter implements LedgerWriter {
    static final int ROOT = 0;

    /** What cell 0 holds when the ledger is out of use for good. */
    public static final long RETIRED = Root.RETIRED;

    /** The most pages that there can be. */
    public static final int PAGES_MAX = Root.PAGES_MAX;

    /** How many pages a pen has. */
    public static final int PAGES = 2;

    private final int pages;
    private final int pageWords;
    private final int first; // of its two pages
    private final Ledger ledger;
    private long root;
    private long boundsRead;

    /** As the other, where there are as many pens as entries. */
    PageWriter(int index, int entries) {
        this(index, entries, entries);
    }

    /**
     * The pen that has pages {@code 2 index} and {@code 2 index + 1}, each for so many entries; and how many pens there
     * are.
     */
    public PageWriter(int index, int entries, int pens) {
        pages = pens * PAGES;
        pageWords = Ledger.words(entries);
        first = PAGES * index;
        ledger = new Ledger(entries);
    }

    /** How many cells so many pens need. */
    public static int cells(int pens, int entries) {
        return 1 + pens * PAGES * Ledger.words(entries);
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

    /** Reads the ledger and checks that nobody but a pen has written it. */
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
        boundsRead = ledger.bounds();
        if (Root.isShort(root)) {
            ledger.abridge(root);
        }
    }

    /** Never {@link Commit#UNKNOWN}: memory answers. */
    @Override
    public Commit commit(Cells shared) {
        return replace(shared) ? Commit.APPLIED : Commit.CONFLICT;
    }

    private boolean replace(Cells shared) {
        if (ledger.entries() == 0 && ledger.floor() == 0 && ledger.bounds() == boundsRead) {
            return shared.replace(ROOT, root, Root.ofNobody(Root.page(root), ledger.lastFence() + 1));
        }
        int page = Root.page(root) == first ? first + 1 : first;
        ledger.version(ledger.version() + 1);
        write(shared, page);
        return shared.replace(ROOT, root, Root.ofPage(ledger.version(), page));
    }

    /** Writes the ledger where there is none yet. */
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

    /** The cell in which a page has its fence. */
    static int fenceCell(int pageWords, long root) {
        return cell(pageWords, Root.page(root)) + Ledger.FENCE;
    }
}
