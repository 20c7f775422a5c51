package dev.turnstile.algorithm.ledger;

/**
 * The contents of cell 0, which name the page that holds the ledger, in one of two forms.
 *
 * <p>In the <em>long</em> form, the page holds the whole ledger, and the root holds the version. In the <em>short</em>
 * form, there are no waiters and at most one holder, of one unit. The root itself holds the holder's member number and
 * fence, and the page only the bounds. So an uncontended request enters and leaves by one compare-and-set each, without
 * touching a page.
 *
 * <p>A root never recurs: versions grow with every page, and fences with every grant and whenever the short form
 * begins. A short root holds the lower bits of the fence. The page holds the whole fence as of when the page was
 * written.
 */
final class Root {
    /** The value of cell 0 once the ledger is permanently out of use. */
    static final long RETIRED = -1;

    private static final int PAGE_BITS = 14;
    private static final int FENCE_BITS = 36;
    private static final int MEMBER_SHIFT = PAGE_BITS + FENCE_BITS;
    private static final long PAGE_MASK = (1L << PAGE_BITS) - 1;
    private static final long FENCE_MASK = (1L << FENCE_BITS) - 1;
    private static final long VERSION_MASK = (1L << (Long.SIZE - 1 - PAGE_BITS)) - 1;
    private static final long SHORT = 1L << 63;
    private static final long HELD = 1L << 62;

    /** The maximum number of pages that a root can name. */
    static final int PAGES_MAX = (int) PAGE_MASK;

    private Root() {}

    static long ofPage(long version, int page) {
        return ((version & VERSION_MASK) << PAGE_BITS) | page;
    }

    /** Returns the short root without a holder, where {@code fence} was the last fence. */
    static long ofEmpty(int page, long fence) {
        return SHORT | ((fence & FENCE_MASK) << PAGE_BITS) | page;
    }

    /** Returns the short root after a member has entered an empty ledger, with the next fence. */
    static long entered(long empty, int member) {
        long fence = ((empty >>> PAGE_BITS) + 1) & FENCE_MASK;
        return SHORT | HELD | ((long) member << MEMBER_SHIFT) | (fence << PAGE_BITS) | (empty & PAGE_MASK);
    }

    /** Returns the short root after the only holder has left. */
    static long left(long held) {
        return held & (SHORT | (FENCE_MASK << PAGE_BITS) | PAGE_MASK);
    }

    static int page(long root) {
        return (int) (root & PAGE_MASK);
    }

    static long version(long root) {
        return root >>> PAGE_BITS;
    }

    static boolean isShort(long root) {
        return root < 0;
    }

    static boolean isHeld(long root) {
        return (root & HELD) != 0;
    }

    /** Returns whether there are no holders and no waiters, in the short form. */
    static boolean isEmpty(long root) {
        return isShort(root) && !isHeld(root);
    }

    static int member(long root) {
        return (int) (root >>> MEMBER_SHIFT) & ((1 << RequestWord.MEMBER_BITS) - 1);
    }

    /** Returns the whole fence, given the fence with which the page was written. */
    static long fence(long root, long pages) {
        return pages + (((root >>> PAGE_BITS) - pages) & FENCE_MASK);
    }

    /** Returns whether so many grants have happened since the page was written that it must be rewritten soon. */
    static boolean isFar(long root, long pages) {
        return fence(root, pages) - pages > FENCE_MASK / 2;
    }
}
