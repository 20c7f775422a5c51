package dev.turnstile.machine.wire;

/**
 * Thrown when bytes do not encode a message. The exception message states what is wrong, and where. Decoding the bytes
 * again does not help, and the connection that delivered them can no longer be trusted.
 *
 * <pre>{@code
 * throw new MalformedFrameException("3 bytes are left over", 12);   // not a message, at byte 12: 3 bytes are left over
 * }</pre>
 */
public final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception for a problem at a byte. */
    public MalformedFrameException(String problem, int at) {
        super("not a message, at byte " + at + ": " + problem);
    }
}
