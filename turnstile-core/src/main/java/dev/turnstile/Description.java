package dev.turnstile;

import dev.turnstile.algorithm.Algorithm;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a {@link Turnstile.Builder}, for a {@link Driver}.
 *
 * <pre>{@code
 * if (description.floor() > 0) {
 *     throw new IllegalArgumentException("this driver has no windows");
 * }
 * }</pre>
 *
 * @param name see {@link Turnstile.Builder#named}
 * @param algorithm see {@link Turnstile.Builder#algorithm}; empty if the driver chooses
 * @param floor see {@link Turnstile#between}; 0 outside a window
 * @param limit see {@link Turnstile#atMost}
 * @param growableTo see {@link Turnstile.Builder#growableTo}
 * @param participants see {@link Turnstile.Builder#participants}; empty if the driver chooses
 * @param watched see {@link Turnstile.Builder#watched}
 * @param limitMayChange see {@link Turnstile.Builder#changingLimit}
 */
public record Description(
        String name,
        Optional<Algorithm> algorithm,
        int floor,
        int limit,
        int growableTo,
        OptionalInt participants,
        boolean watched,
        boolean limitMayChange) {}
