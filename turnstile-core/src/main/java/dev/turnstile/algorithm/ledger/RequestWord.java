package dev.turnstile.algorithm.ledger;

/**
 * One request in a {@link Ledger}, as a number: whose it is, which of theirs, which bell to ring for it, and how many
 * units it wants or holds. The upper half tells requests apart.
 *
 * <pre>{@code
 * long who = Who.of(3, 17, 0, 2);
 * Who.member(who);     // 3
 * }</pre>
 */
public final class RequestWord {
    static final int MEMBER_BITS = 12;

    /** Members are numbered from 0 to one less than this. */
    public static final int MEMBERS_MAX = 4000;

    /** A member's requests are numbered from 0 to one less than this. */
    public static final int REQUESTS_MAX = 1 << 27;

    /** A member's bells are numbered from 0 to one less than this. */
    public static final int BELLS_MAX = 1 << 3;

    /** The most units of one request, and the largest limit. */
    public static final int UNITS_MAX = (1 << 20) - 1;

    private static final int ALONE = REQUESTS_MAX; // marks requests that got their number from their fence

    // from the top: 12 bits member, 28 request (the first of them: alone), 20 units, 3 bell, 1 asked to leave
    private static final int MEMBER = 52;
    private static final int REQUEST = 24;
    private static final int UNITS = 4;
    private static final int BELL = 1;
    private static final int ASKED = 1;

    private RequestWord() {}

    /** The request of that member. */
    public static long of(int member, int request, int bell, int units) {
        return (long) member << MEMBER | (long) request << REQUEST | (long) units << UNITS | (long) bell << BELL;
    }

    /** The request of one who came in when nobody was there: its number is its fence. */
    static long alone(int member, long fence) {
        return of(member, ALONE | (int) (fence & (REQUESTS_MAX - 1)), 0, 1);
    }

    /** Whose it is. */
    public static int member(long who) {
        return (int) (who >>> MEMBER);
    }

    /** Which of that member's requests it is. */
    public static int request(long who) {
        return (int) (who >>> REQUEST) & (2 * REQUESTS_MAX - 1);
    }

    /** What tells it apart from other requests. */
    public static long id(long who) {
        return who >>> REQUEST;
    }

    /** How many units it wants or holds. */
    public static int units(long who) {
        return (int) (who >>> UNITS) & UNITS_MAX;
    }

    /** Which bell to ring for it. */
    public static int bell(long who) {
        return (int) (who >>> BELL) & (BELLS_MAX - 1);
    }

    /** Whether somebody has asked it to leave. */
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
