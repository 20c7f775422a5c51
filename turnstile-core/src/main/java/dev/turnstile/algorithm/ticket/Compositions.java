package dev.turnstile.algorithm.ticket;

import java.math.BigInteger;

/**
 * The ways to write k as an ordered sum of k+1 numbers, zero allowed, numbered from 0 to C(2k,k)-1. They are the
 * possible values of QUANT.
 *
 * <p>The number of a vector is its rank in lexicographic order. It is computed digit by digit. A leading digit d is
 * preceded by all vectors with a smaller digit there. A remainder r can be split over m further positions in C(r+m-1,
 * m-1) ways.
 */
final class Compositions {
    /** The largest k for which C(2k,k) fits into 63 bits. */
    static final int PLACES_MAX = 33;

    private final int total;
    private final long[][] ways; // ways[m][r]: the number of vectors of m numbers that add up to r

    Compositions(int total) {
        this.total = total;
        ways = new long[total + 2][total + 1];
        ways[0][0] = 1;
        for (int length = 1; length <= total + 1; length++) {
            long sum = 0;
            for (int rest = 0; rest <= total; rest++) {
                sum += ways[length - 1][rest];
                ways[length][rest] = sum;
            }
        }
    }

    /** Returns C(2k,k), even if it is too large to be encoded. */
    static BigInteger count(int total) {
        BigInteger count = BigInteger.ONE;
        for (int i = 1; i <= total; i++) {
            count = count.multiply(BigInteger.valueOf(total + i)).divide(BigInteger.valueOf(i));
        }
        return count;
    }

    long count() {
        return ways[total + 1][total];
    }

    long rank(int[] vector) {
        long rank = 0;
        int rest = total;
        for (int at = 0; at < vector.length - 1; at++) {
            for (int smaller = 0; smaller < vector[at]; smaller++) {
                rank += ways[vector.length - 1 - at][rest - smaller];
            }
            rest -= vector[at];
        }
        return rank;
    }

    void unrank(long rank, int[] vector) {
        long before = rank;
        int rest = total;
        for (int at = 0; at < vector.length - 1; at++) {
            int digit = 0;
            while (before >= ways[vector.length - 1 - at][rest - digit]) {
                before -= ways[vector.length - 1 - at][rest - digit];
                digit++;
            }
            vector[at] = digit;
            rest -= digit;
        }
        vector[vector.length - 1] = rest;
    }
}
