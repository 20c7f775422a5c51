/**
 * Messages as bytes: a frame has a version, a message type its stable tag, and nothing else can be read from it.
 *
 * <p>Read {@link dev.turnstile.machine.wire.Wire} first, then {@link dev.turnstile.machine.wire.Tag}. {@code Shape}
 * says how each component of a message is written, and how many words it counts for.
 */
package dev.turnstile.machine.wire;
