package dev.turnstile.machine.wire;

/**
 * Some bytes are not a message. It says what is wrong with them, and where. To decode them again does not help; the
 * connection they came by can't be trusted any more.
 *
 * <pre>{@code
 * throw new MalformedFrameException("3 bytes are left over", 12);
 * }</pre>
 */
public final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What is wrong, and at which byte. */
    public MalformedFrameException(String problem, int at) {
        super("not a message, at byte " + at + ": " + problem);
    }
}
