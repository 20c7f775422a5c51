package dev.turnstile.algorithm.quorum.coterie;

/**
 * The finite field of a given order, a power of a prime p. An element is the number whose digits in base p are the
 * coefficients of a polynomial. 0 and 1 represent themselves; in a prime field, so does every element.
 *
 * <p>Products are sums of logarithms to the base x, for a polynomial of which x is a primitive root. The polynomial is
 * the first that exists, found by trial. In a prime field, x is its smallest primitive root.
 */
final class GaloisField {
    private final int p;
    private final int order;
    private final int[] powers; // of x: order - 1 of them, all elements but 0
    private final int[] logarithms; // by element: its index in powers; unused for 0

    GaloisField(int order) {
        if (!exists(order)) {
            throw new IllegalArgumentException("the order of a field must be a power of a prime, not " + order);
        }
        this.order = order;
        p = smallestFactor(order);
        powers = new int[order - 1];
        int reduced = 1;
        while (!fillPowers(reduced)) {
            reduced++;
        }
        logarithms = new int[order];
        for (int i = 0; i < powers.length; i++) {
            logarithms[powers[i]] = i;
        }
    }

    /** Returns whether there is a field of this order. */
    static boolean exists(int order) {
        if (order < 2) {
            return false;
        }
        int p = smallestFactor(order);
        int rest = order;
        while (rest % p == 0) {
            rest /= p;
        }
        return rest == 1;
    }

    /** Returns the smallest prime factor of a number greater than 1. */
    static int smallestFactor(int number) {
        for (int factor = 2; factor <= number / factor; factor++) {
            if (number % factor == 0) {
                return factor;
            }
        }
        return number;
    }

    /**
     * Fills in the powers of x, and returns whether they are all elements but 0. {@code reduced} is x to the power of
     * the field's degree, as an element.
     */
    private boolean fillPowers(int reduced) {
        int power = 1;
        for (int i = 0; i < powers.length; i++) {
            if (i > 0 && power == 1) {
                return false;
            }
            powers[i] = power;
            power = timesX(power, reduced);
        }
        return power == 1;
    }

    private int timesX(int element, int reduced) {
        int place = order / p;
        int product = element % place * p;
        for (int times = element / place; times > 0; times--) {
            product = sum(product, reduced);
        }
        return product;
    }

    int order() {
        return order;
    }

    /** Returns an element whose powers are all elements but 0. */
    int generator() {
        return powers[1 % powers.length];
    }

    /** Adds digit by digit, without carrying. */
    int sum(int a, int b) {
        int sum = 0;
        for (int place = 1; place < order; place *= p) {
            sum += (a / place + b / place) % p * place;
        }
        return sum;
    }

    int product(int a, int b) {
        return a == 0 || b == 0 ? 0 : powers[(logarithms[a] + logarithms[b]) % powers.length];
    }
}
