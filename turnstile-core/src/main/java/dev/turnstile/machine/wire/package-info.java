/**
 * The encoding of messages as bytes. A frame carries its version, the stable tag of the message type and the message's
 * components. Nothing else decodes.
 *
 * <p>Read {@link dev.turnstile.machine.wire.Wire} first, then {@link dev.turnstile.machine.wire.Tag}. {@code Shape}
 * defines how each component of a message is written, and how many words it counts for.
 */
package dev.turnstile.machine.wire;
