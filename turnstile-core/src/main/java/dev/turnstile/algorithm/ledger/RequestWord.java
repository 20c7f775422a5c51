package dev.turnstile.algorithm.ledger;

/**
 * One request in a {@link Ledger}, encoded as a number. It consists of the member, the number among that member's
 * requests, the bell to ring, and the units wanted or held. The upper bits identify the request.
 *
 * <pre>{@code
 * long who = RequestWord.of(3, 17, 0, 2);
 * RequestWord.member(who);     // 3
 * }</pre>
 */
public final class RequestWord {
    static final int MEMBER_BITS = 12;

    /** The number of members, which are numbered from 0. */
    public static final int MEMBERS_MAX = 4000;

    /** The number of request numbers of a member, which start from 0. */
    public static final int REQUESTS_MAX = 1 << 27;

    /** The number of bells of a member, which are numbered from 0. */
    public static final int BELLS_MAX = 1 << 3;

    /** The maximum number of units of one request, and the largest limit. */
    public static final int UNITS_MAX = (1 << 20) - 1;

    private static final int ALONE = REQUESTS_MAX; // marks requests numbered by their fence

    // from the high end: 12 bits member, 28 request (the first of them: alone), 20 units, 3 bell, 1 asked to
    // leave
    private static final int MEMBER = 52;
    private static final int REQUEST = 24;
    private static final int UNITS = 4;
    private static final int BELL = 1;
    private static final int ASKED = 1;

    private RequestWord() {}

    /** Returns a request of this member. */
    public static long of(int member, int request, int bell, int units) {
        return (long) member << MEMBER | (long) request << REQUEST | (long) units << UNITS | (long) bell << BELL;
    }

    /** Returns the request of a member that entered an empty ledger, numbered by its fence. */
    static long alone(int member, long fence) {
        return of(member, ALONE | (int) (fence & (REQUESTS_MAX - 1)), 0, 1);
    }

    /** Returns the member that owns the request. */
    public static int member(long who) {
        return (int) (who >>> MEMBER);
    }

    /** Returns the number of the request among those of its member. */
    public static int request(long who) {
        return (int) (who >>> REQUEST) & (2 * REQUESTS_MAX - 1);
    }

    /** Returns the part that identifies the request. */
    public static long id(long who) {
        return who >>> REQUEST;
    }

    /** Returns how many units the request wants or holds. */
    public static int units(long who) {
        return (int) (who >>> UNITS) & UNITS_MAX;
    }

    /** Returns the number of the bell to ring for the request. */
    public static int bell(long who) {
        return (int) (who >>> BELL) & (BELLS_MAX - 1);
    }

    /** Returns whether the request was asked to leave. */
    public static boolean isAsked(long who) {
        return (who & ASKED) != 0;
    }

    static long asked(long who) {
        return who | ASKED;
    }

    static boolean same(long one, long other) {
        return id(one) == id(other);
    }

    static long numbered(long who, int request) {
        return (who & ~((2L * REQUESTS_MAX - 1) << REQUEST)) | ((long) request << REQUEST);
    }

    static long withBell(long who, int bell) {
        return (who & ~((BELLS_MAX - 1L) << BELL)) | ((long) bell << BELL);
    }

    static long withUnits(long who, int units) {
        return (who & ~((long) UNITS_MAX << UNITS)) | ((long) units << UNITS);
    }
}
