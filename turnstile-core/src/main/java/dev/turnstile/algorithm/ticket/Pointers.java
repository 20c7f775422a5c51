package dev.turnstile.algorithm.ticket;

/**
 * ISSUE and VALID as colored tickets, and what can be told from them: fischer-1985, section 2.4 and figure 4.
 *
 * <p>A colored ticket is a value from 0 to M-1, the position inside a block of M tickets, and a color, which names the
 * block. ISSUE and VALID are never a whole block apart, so "the same color" and "the smaller value" are enough to tell
 * which of the two leads, without any order on colors.
 */
final class Pointers {
    /** M: one more than the two pointers can ever be apart. */
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

    /** How many validations a ticket that is not valid waits for. */
    int ahead(int value, int color) {
        return color == validColor ? value - validValue : block - validValue + value;
    }

    /** How many valid tickets are not issued; if negative, how many issued ones are not valid. */
    int free() {
        if (!validLeadsIssue()) {
            return -ahead(issueValue, issueColor);
        }
        return validColor == issueColor ? validValue - issueValue : block - issueValue + validValue;
    }
}
