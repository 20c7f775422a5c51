package dev.turnstile.lab.run;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/**
 * Uniform random values, as {@link dev.turnstile.machine.State#scramble} needs them. Maps a bound to a number below it.
 * Bounds are unsigned, and 0 stands for 2^64.
 *
 * <pre>{@code
 * State.scramble(node, new RandomValues(new SplittableRandom(42)));     // an arbitrary state, reproducible by the seed
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

    /**
     * Returns a message with arbitrary values. The dice map a bound to a number below it, where 0 stands for 2^64.
     *
     * @throws IllegalArgumentException if the algorithm does not define an arbitrary message
     */
    public static <M extends Message> M message(NodeSystem<M> system, LongUnaryOperator dice) {
        return system.facts()
                .arbitrary()
                .orElseThrow(() -> new IllegalArgumentException(
                        "this algorithm does not say what an arbitrary message is; begin with empty channels"))
                .apply((name, value, min, max) -> min + dice.applyAsLong(max - min + 1));
    }
}
