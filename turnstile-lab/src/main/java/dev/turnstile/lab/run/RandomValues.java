package dev.turnstile.lab.run;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/**
 * Chance, as {@link dev.turnstile.machine.State#scramble} asks for it: maps a bound to some number below it, each as
 * likely. Bounds are unsigned, and 0 stands for 2^64.
 *
 * <pre>{@code
 * State.scramble(node, new Dice(new SplittableRandom(42)));
 * }</pre>
 */
public record RandomValues(SplittableRandom random) implements LongUnaryOperator {
    @Override
    public long applyAsLong(long bound) {
        if (bound > 0) {
            return random.nextLong(bound);
        }
        long any = random.nextLong();
        return bound == 0 ? any : Long.remainderUnsigned(any, bound);
    }

    /** A message with every value as the dice say: they map a bound to a number below it, and 0 stands for 2^64. */
    public static <M extends Message> M message(NodeSystem<M> system, LongUnaryOperator dice) {
        return system.facts()
                .arbitrary()
                .orElseThrow(() -> new IllegalArgumentException(
                        "this algorithm does not say what an arbitrary message is; begin with empty channels"))
                .apply((name, value, min, max) -> min + dice.applyAsLong(max - min + 1));
    }
}
