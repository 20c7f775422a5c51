package dev.turnstile.algorithm.ticket;

/**
 * ISSUE and VALID as colored tickets, and what follows from them: fischer-1985, section 2.4 and figure 4.
 *
 * <p>A colored ticket has a value from 0 to M-1, its position inside a block of M tickets, and a color, which names the
 * block. ISSUE and VALID are never a whole block apart. Comparing colors for equality and values by size is therefore
 * enough to tell which of the two leads. Colors need no order.
 */
final class Pointers {
    /** M: one more than the maximum distance between the two pointers. */
    final int block;

    int issueValue;
    int issueColor;
    int validValue;
    int validColor;

    Pointers(int processes, int places) {
        block = blockOf(processes, places);
    }

    static int blockOf(int processes, int places) {
        return 1 + Math.max(places, processes - places);
    }

    boolean validLeadsIssue() { // LEADS(VALID, ISSUE)
        return validColor == issueColor ? validValue >= issueValue : validValue < issueValue;
    }

    boolean issueLeadsValid() { // LEADS(ISSUE, VALID)
        return issueColor == validColor ? issueValue >= validValue : issueValue < validValue;
    }

    boolean isValid(int value, int color) { // IS_VALID(T)
        if (color == validColor) {
            return value <= validValue;
        } else if (color == issueColor) {
            return validLeadsIssue();
        } else {
            return true;
        }
    }

    /** Returns the number of validations until an invalid ticket becomes valid. */
    int ahead(int value, int color) {
        return color == validColor ? value - validValue : block - validValue + value;
    }

    /**
     * Returns the number of valid tickets that are not issued, or, if negative, the number of issued tickets that are
     * not valid.
     */
    int free() {
        if (!validLeadsIssue()) {
            return -ahead(issueValue, issueColor);
        }
        return validColor == issueColor ? validValue - issueValue : block - issueValue + validValue;
    }

    /** Returns both pointers as pairs of value and color. */
    @Override
    public String toString() {
        return "ISSUE = (" + issueValue + ", " + issueColor + "), VALID = (" + validValue + ", " + validColor + ")";
    }
}
