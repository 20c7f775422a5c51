/**
 * Algorithms in which a node asks a quorum instead of all nodes. Any two quorums have a node in common.
 *
 * <p>Read {@link dev.turnstile.algorithm.quorum.coterie.Coterie} first, which says what the quorums are. Then read
 * {@code Lock}, which is the core of {@link dev.turnstile.algorithm.quorum.Maekawa} and of all others. Continue with
 * kamei-2019: {@link dev.turnstile.algorithm.quorum.Mutin} keeps at least l nodes inside,
 * {@link dev.turnstile.algorithm.quorum.Complement} turns that into at most k, and
 * {@link dev.turnstile.algorithm.quorum.Gcs} composes both. Read {@link dev.turnstile.algorithm.quorum.Window} and
 * {@code WindowProcess} last. They promise the same with fewer messages, and are what drivers use.
 */
package dev.turnstile.algorithm.quorum;
