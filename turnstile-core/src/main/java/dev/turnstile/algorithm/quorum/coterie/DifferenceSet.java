package dev.turnstile.algorithm.quorum.coterie;

/**
 * Perfect difference sets: q+1 numbers below m = q^2+q+1 whose differences modulo m are the numbers 1 to m-1, each
 * exactly once. Then D and D shifted by any number have one element in common, because the number is a difference in
 * exactly one way.
 *
 * <p>Singer 1938, "A theorem in finite projective geometry and some applications to number theory". The points of the
 * plane of order q are the nonzero elements of GF(q^3), up to factors in GF(q). Take x in GF(q^3) such that 1, x, ..,
 * x^(m-1) are all the points. Multiplication by x maps lines to lines, and its powers map each line to all others. So
 * the exponents of the points of one line form such a set. Here it is the line of the points without x^2, which include
 * 1 and x.
 *
 * <p>x is a root of x^3 = a x^2 + b x + c. c, which is the norm of x, is chosen as a generator of GF(q). For a
 * generator there is such an x, but not for every c: there is none for a cube if q is 1 modulo 3. a and b are found by
 * trial, the smallest a first. For order 2 the result is 0, 1, 3.
 */
final class DifferenceSet {
    private final GaloisField field;
    private final int points;
    private final int c;
    private int a;
    private int b;

    private DifferenceSet(int order) {
        field = new GaloisField(order);
        points = order * order + order + 1;
        c = field.generator();
        while (!isIrreducible() || !yieldsAllPoints()) {
            b = (b + 1) % order;
            a = b == 0 ? a + 1 : a;
        }
    }

    /** Returns the set for q, a power of a prime or 1, in ascending order. Its first two numbers are 0 and 1. */
    static int[] of(int order) {
        return order == 1 ? new int[] {0, 1} : new DifferenceSet(order).exponentsOfLine();
    }

    private int[] exponentsOfLine() {
        int[] exponents = new int[field.order() + 1];
        int[] power = {1, 0, 0};
        for (int i = 0, size = 0; i < points; i++) {
            if (power[2] == 0) {
                exponents[size++] = i;
            }
            power = timesX(power);
        }
        return exponents;
    }

    /**
     * Returns whether the polynomial is irreducible. A cubic polynomial is unless it has a root. 0 is no root, because
     * of c.
     */
    private boolean isIrreducible() {
        for (int y = 1; y < field.order(); y++) {
            int square = field.product(y, y);
            int right = field.sum(field.sum(field.product(a, square), field.product(b, y)), c);
            if (field.product(square, y) == right) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the powers of x are all points. They are unless x to a proper divisor of their number is the
     * point 1.
     */
    private boolean yieldsAllPoints() {
        for (int rest = points; rest > 1; ) {
            int prime = GaloisField.smallestFactor(rest);
            int[] power = power(points / prime);
            if (power[1] == 0 && power[2] == 0) {
                return false;
            }
            while (rest % prime == 0) {
                rest /= prime;
            }
        }
        return true;
    }

    /** Returns x to a power, as coefficients of 1, x and x^2. */
    private int[] power(int exponent) {
        int[] power = {1, 0, 0};
        for (int bit = Integer.highestOneBit(exponent); bit > 0; bit >>= 1) {
            power = product(power, power);
            if ((exponent & bit) != 0) {
                power = timesX(power);
            }
        }
        return power;
    }

    private int[] product(int[] left, int[] right) {
        int[] product = new int[3];
        for (int i = 2; i >= 0; i--) {
            product = timesX(product);
            for (int j = 0; j < 3; j++) {
                product[j] = field.sum(product[j], field.product(left[i], right[j]));
            }
        }
        return product;
    }

    private int[] timesX(int[] element) {
        int cube = element[2];
        return new int[] {
            field.product(c, cube),
            field.sum(element[0], field.product(b, cube)),
            field.sum(element[1], field.product(a, cube))
        };
    }
}
