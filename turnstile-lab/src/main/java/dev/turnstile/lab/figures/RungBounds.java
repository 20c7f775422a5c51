package dev.turnstile.lab.figures;

/** The numeric bounds of omori-2002 for the rung algorithms, as printed and as corrected. */
final class RungBounds {
    private RungBounds() {}

    /** Returns the coefficient of c in theorem 3. */
    static int exclC(int n, int k) {
        return n - k;
    }

    /** Returns the coefficient of l in theorem 3, from the sum at the end of its proof. */
    static long exclL(int n, int k) {
        long sum = 4L * n + 7;
        for (int s = 1; s <= n - k - 1; s++) {
            sum += (n - k - s + 2L) * (2L * n + 3) + 1;
        }
        return sum;
    }

    /** Returns bl(n,k). */
    static int bl(int n, int k) {
        int bl = 0;
        while ((k + 1L) << (bl + 1) <= n) {
            bl++;
        }
        return bl;
    }

    /** Returns the size of the largest leaf. */
    static int leaf(int n, int k) {
        return Math.ceilDiv(n, 1 << bl(n, k));
    }

    /** Returns the bound of theorem 9 for every n: (leaf-k+1)(k+1)^bl - 1. */
    static long gtexC(int n, int k) {
        long power = 1;
        for (int i = 0; i < bl(n, k); i++) {
            power *= k + 1;
        }
        return (leaf(n, k) - k + 1) * power - 1;
    }

    /** Returns whether n = 2^t (2k), the only sizes for which the paper writes GTEX down. */
    static boolean isPapersSize(int n, int k) {
        return n % (2 * k) == 0 && Integer.bitCount(n / (2 * k)) == 1;
    }

    /** Returns the bound of theorem 9 as printed: (n/k)^k. */
    static long gtexCPrinted(int n, int k) {
        long power = 1;
        for (int i = 0; i < k; i++) {
            power *= n / k;
        }
        return power;
    }

    /** Returns the coefficient of l for EXCL with at most k competitors (section 7). */
    static long exclAlone(int n, int k) {
        return (n - k) * (n + 2L) + 1;
    }

    /**
     * Returns the bound for GTEX with at most k competitors as printed (section 7), which omits the k rungs of each
     * node.
     */
    static double gtexAlonePrinted(int n, int k) {
        return 2 * log2(n / (double) k) + 2.0 * (n - k) + 1;
    }

    /** Returns the same bound as corrected, for every n: the sum of Q(x)(|G_x| + 2) over the longest path, plus 1. */
    static long gtexAlone(int n, int k) {
        long sum = 1;
        int size = n;
        for (int depth = 0; depth < bl(n, k); depth++) {
            sum += k * (size + 2L);
            size = Math.ceilDiv(size, 2);
        }
        return sum + (size - k) * (size + 2L);
    }

    /** Returns the bits of EXCL (section 7). */
    static long exclBits(int n, int k) {
        return (long) (n - k) * ceilLog(n) + (long) n * ceilLog(n - k + 1);
    }

    /** Returns the bound on the bits of GTEX (section 7). */
    static double gtexBits(int n, int k) {
        return n * log2(k * log2(n / (double) k) + 1) + (n - k) * log2(n);
    }

    private static int ceilLog(int values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
