package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.RandomValues;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * Arbitrary configurations: all of them where there are few enough, else some by chance. Whoever makes a configuration
 * asks for each value; to make all, the same questions are answered again and again, the last answers changing fastest.
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

    /** Answers that make all combinations, one after another. */
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

        /** To the next combination; false if that was the last. */
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
