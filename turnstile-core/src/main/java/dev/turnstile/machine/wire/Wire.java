package dev.turnstile.machine.wire;

import dev.turnstile.machine.Message;
import java.util.Arrays;
import java.util.List;

/**
 * A codec for the messages of one algorithm. It is derived from the message records, in the same way for every
 * algorithm. A frame is its {@link #VERSION}, the tag of the message's type ({@link Tag}), and the components in their
 * order. Delimiting frames is up to the transport.
 *
 * <p>Each message has exactly one frame, and decoding is strict. It fails with a {@link MalformedFrameException} for
 * another version, an unknown type, a number out of range, an encoding longer than necessary, a premature end, bytes
 * left over, or components that their record rejects. Bad input causes no other exception. Decoding takes memory in
 * proportion to the length of the frame, regardless of its content.
 *
 * <p>Instances are immutable and safe for use by multiple threads.
 *
 * <pre>{@code
 * Wire<RingMessage> wire = Wire.of(RingMessage.class);
 * byte[] frame = wire.encode(new RingMessage.Request(7));
 * RingMessage message = wire.decode(frame);     // Request[number=7]
 * }</pre>
 *
 * @param <M> the sealed interface of the messages
 */
public final class Wire<M extends Message> {
    /** The version with which every frame begins. Another number means another layout. */
    public static final int VERSION = 1;

    /** The maximum length of a frame, in bytes. */
    public static final int FRAME_MAX = 1 << 24;

    private final Class<M> messages;
    private final Tags tags;

    private Wire(Class<M> messages, Tags tags) {
        this.messages = messages;
        this.tags = tags;
    }

    /** Returns the size of a message in words, as {@link Message#words} counts them. */
    public static int words(Message message) {
        return Shape.wordsOf(message);
    }

    /**
     * Returns the codec for the records that a sealed interface permits.
     *
     * @throws IllegalArgumentException if {@code messages} is not a sealed interface of records, a record has a
     *     component that messages can't carry, or the {@link Tag tags} are invalid
     */
    public static <M extends Message> Wire<M> of(Class<M> messages) {
        Class<?>[] permitted = messages.getPermittedSubclasses();
        if (permitted == null) {
            throw new IllegalArgumentException(messages.getName() + " is not a sealed interface of records");
        }
        List<Class<?>> types = List.copyOf(Arrays.asList(permitted));
        types.forEach(Shape.MESSAGES::get);
        return new Wire<>(messages, Tags.of(messages, types));
    }

    /**
     * Returns the frame of a message.
     *
     * @throws IllegalArgumentException if the frame would be longer than {@link #FRAME_MAX}
     */
    public byte[] encode(M message) {
        Bytes bytes = Bytes.toWrite();
        bytes.number(VERSION);
        tags.write(message, bytes);
        Shape.MESSAGES.get(message.getClass()).write(message, bytes);
        return bytes.written();
    }

    /**
     * Returns the message of a frame.
     *
     * @throws MalformedFrameException if the frame does not encode a message; the exception states what is wrong, and
     *     at which byte
     */
    public M decode(byte[] frame) throws MalformedFrameException {
        Bytes bytes = Bytes.toRead(frame);
        if (frame.length > FRAME_MAX) {
            throw bytes.malformed(frame.length + " bytes; a frame has at most " + FRAME_MAX);
        }
        long version = bytes.number();
        if (version != VERSION) {
            throw bytes.malformed("a frame of version " + version + "; this reads version " + VERSION);
        }
        Class<?> type = tags.read(bytes);
        Object message = Shape.MESSAGES.get(type).read(bytes);
        if (bytes.left() > 0) {
            throw bytes.malformed(bytes.left() + " bytes are left over");
        }
        return messages.cast(message);
    }
}
