package dev.turnstile;

import dev.turnstile.algorithm.Algorithm;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a {@link Turnstile.Builder} was told, for a {@link Driver}.
 *
 * <pre>{@code
 * if (description.floor() > 0) {
 *     throw new IllegalArgumentException("no windows here");
 * }
 * }</pre>
 *
 * @param name see {@link Turnstile.Builder#named}
 * @param algorithm see {@link Turnstile.Builder#algorithm}; empty where the driver chooses
 * @param floor see {@link Turnstile#between}; 0 where there is none
 * @param limit see {@link Turnstile#atMost}
 * @param growableTo see {@link Turnstile.Builder#growableTo}
 * @param participants see {@link Turnstile.Builder#participants}; empty where the driver chooses
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
