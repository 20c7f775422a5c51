package dev.turnstile.driver.threads;

import dev.turnstile.Description;
import dev.turnstile.Driver;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.nodes.NodeTurnstile;

/**
 * The driver for the threads of one JVM; {@link Turnstile.Builder#open()} uses it. Each call opens a separate
 * turnstile: two with the same name share nothing.
 *
 * <pre>{@code
 * Turnstile gate = Turnstile.atMost(3).open(Threads.here());
 * }</pre>
 */
public final class Threads implements Driver {
    private static final Threads HERE = new Threads();

    private Threads() {}

    /** Returns the driver for the threads of this JVM. */
    public static Threads here() {
        return HERE;
    }

    @Override
    public Turnstile open(Description wanted) {
        if (wanted.limitMayChange()) {
            throw new IllegalArgumentException(
                    "changingLimit() has nothing to change on the threads of one JVM: turnstiles there share nothing,"
                            + " even under the same name; leave it out, or open the turnstile between processes, with"
                            + " open(Mapped.here())");
        }
        if (wanted.floor() > 0) {
            return NodeTurnstile.window(wanted);
        }
        return switch (wanted.algorithm().orElseGet(() -> Catalogue.find("numbered-ticket"))) {
            case Algorithm.SharedMemory shared ->
                new ThreadTurnstile(
                        wanted.name(),
                        shared,
                        wanted.limit(),
                        wanted.growableTo(),
                        wanted.participants(),
                        wanted.watched());
            case Algorithm.MessagePassing messages -> new NodeTurnstile(wanted, messages);
        };
    }
}
