package dev.turnstile.algorithm.ledger;

/**
 * What cell 0 says: on which page the ledger stands, in one of two forms.
 *
 * <p>In the <em>long</em> form the page tells all, and the root has its version. In the <em>short</em> form nobody
 * waits, and nobody is inside but at most one who holds one unit: the root itself says who and with which fence, and
 * the page tells only the bounds. So one who meets nobody comes and goes by one compare-and-set each, and touches no
 * page.
 *
 * <p>A root never comes back: versions grow with every page, and fences with every grant and whenever the short form
 * begins. A short root has the lower bits of the fence; the page has all of them, as they were when it was written.
 */
final class Root {
    /** What cell 0 holds when the ledger is out of use for good. */
    static final long RETIRED = -1;

    private static final int PAGE_BITS = 14;
    private static final int FENCE_BITS = 36;
    private static final int MEMBER_SHIFT = PAGE_BITS + FENCE_BITS;
    private static final long PAGE_MASK = (1L << PAGE_BITS) - 1;
    private static final long FENCE_MASK = (1L << FENCE_BITS) - 1;
    private static final long VERSION_MASK = (1L << (Long.SIZE - 1 - PAGE_BITS)) - 1;
    private static final long SHORT = 1L << 63;
    private static final long HELD = 1L << 62;

    /** The most pages that a root can name. */
    static final int PAGES_MAX = (int) PAGE_MASK;

    private Root() {}

    static long ofPage(long version, int page) {
        return ((version & VERSION_MASK) << PAGE_BITS) | page;
    }

    /** Nobody is inside, and this was the last fence. */
    static long ofNobody(int page, long fence) {
        return SHORT | ((fence & FENCE_MASK) << PAGE_BITS) | page;
    }

    /** The first after nobody: a member, with the next fence. */
    static long entered(long nobody, int member) {
        long fence = ((nobody >>> PAGE_BITS) + 1) & FENCE_MASK;
        return SHORT | HELD | ((long) member << MEMBER_SHIFT) | (fence << PAGE_BITS) | (nobody & PAGE_MASK);
    }

    /** The one inside has left. */
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

    /** Whether nobody is inside or waits. */
    static boolean isNobody(long root) {
        return isShort(root) && !isHeld(root);
    }

    static int member(long root) {
        return (int) (root >>> MEMBER_SHIFT) & ((1 << RequestWord.MEMBER_BITS) - 1);
    }

    /** The whole fence, if the page was written with that one. */
    static long fence(long root, long pages) {
        return pages + (((root >>> PAGE_BITS) - pages) & FENCE_MASK);
    }

    /** Whether so many grants have passed since the page was written that it must be written anew soon. */
    static boolean isFar(long root, long pages) {
        return fence(root, pages) - pages > FENCE_MASK / 2;
    }
}
