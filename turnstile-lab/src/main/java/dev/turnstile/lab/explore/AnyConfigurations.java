package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.RandomValues;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * Arbitrary configurations: all of them if there are few enough, otherwise a random sample. The code that builds a
 * configuration calls the operator for each value. To build all of them, it is run repeatedly, and the last values
 * change fastest.
 */
record AnyConfigurations<T>(List<T> made, boolean all) {
    static <T> AnyConfigurations<T> of(CheckOptions.AnyStart wanted, Function<LongUnaryOperator, T> make) {
        List<T> made = new ArrayList<>();
        Odometer odometer = new Odometer();
        do {
            made.add(make.apply(odometer));
        } while (odometer.turn() && made.size() < wanted.most());
        return odometer.isOver() ? new AnyConfigurations<>(made, true) : sampled(wanted, make);
    }

    private static <T> AnyConfigurations<T> sampled(CheckOptions.AnyStart wanted, Function<LongUnaryOperator, T> make) {
        RandomValues dice = new RandomValues(new SplittableRandom(wanted.seed()));
        List<T> made = new ArrayList<>();
        for (int i = 0; i < wanted.most(); i++) {
            made.add(make.apply(dice));
        }
        return new AnyConfigurations<>(made, false);
    }

    /** Supplies the values of all combinations, one after another. */
    private static final class Odometer implements LongUnaryOperator {
        private final List<Long> digits = new ArrayList<>();
        private final List<Long> bounds = new ArrayList<>();
        private int at;
        private boolean over;

        @Override
        public long applyAsLong(long bound) {
            if (at == digits.size()) {
                digits.add(0L);
                bounds.add(bound);
            }
            return digits.get(at++);
        }

        /** Advances to the next combination. Returns false if there is none. */
        boolean turn() {
            at = 0;
            while (!digits.isEmpty() && digits.getLast() + 1 == bounds.getLast()) {
                digits.removeLast();
                bounds.removeLast();
            }
            over = digits.isEmpty();
            if (!over) {
                digits.addLast(digits.removeLast() + 1);
            }
            return !over;
        }

        boolean isOver() {
            return over;
        }
    }
}
