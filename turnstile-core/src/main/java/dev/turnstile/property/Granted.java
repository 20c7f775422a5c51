package dev.turnstile.property;

import dev.turnstile.machine.Region;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Every request is granted, as far as one configuration can show it: when all messages have arrived and all who were inside and alive have
 * left, nobody alive waits. Cheaper to judge than {@link NoLockout}, which also finds those who wait for ever while others come and go.
 *
 * <pre>{@code
 * Optional<Violation> forgotten = new Granted().check(view);
 * }</pre>
 */
public record Granted() implements Invariant {
    @Override
    public String name() {
        return "granted";
    }

    @Override
    public String sentence() {
        return "when nothing is on its way and nobody alive is inside, nobody waits";
    }

    @Override
    public Optional<Violation> check(View view) {
        List<Integer> waiting = IntStream.range(0, view.participants())
                .filter(participant -> view.resting() && waits(view.region(participant)))
                .boxed()
                .toList();
        return waiting.isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation("nothing will happen any more, and somebody still waits", waiting));
    }

    private static boolean waits(Region region) {
        return region == Region.TRYING || region == Region.EXIT;
    }
}
