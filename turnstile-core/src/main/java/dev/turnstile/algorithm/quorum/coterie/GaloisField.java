package dev.turnstile.algorithm.quorum.coterie;

/**
 * The finite field with so many elements, a power of a prime p. An element is the number whose digits to the base p are
 * the coefficients of a polynomial; 0 and 1 are what they are, and for a prime so is everything else.
 *
 * <p>Products are sums of logarithms to the base x, for a polynomial of which x is a primitive root; it is the first
 * one that there is, found by trying. Of a prime field, x stands for its smallest primitive root.
 */
final class GaloisField {
    private final int p;
    private final int order;
    private final int[] powers; // of x: order - 1 of them, all that is not 0
    private final int[] logarithms; // by element, where it is among the powers; unused for 0

    GaloisField(int order) {
        if (!exists(order)) {
            throw new IllegalArgumentException("a field has as many elements as a power of a prime, not " + order);
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

    /** Whether there is a field with so many elements. */
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

    /** The smallest prime that divides a number greater than 1. */
    static int smallestFactor(int number) {
        for (int factor = 2; factor <= number / factor; factor++) {
            if (number % factor == 0) {
                return factor;
            }
        }
        return number;
    }

    /** Writes down the powers of x, if they are all elements but 0; reduced is what x to the degree of the field is. */
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

    /** An element whose powers are all others but 0. */
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
