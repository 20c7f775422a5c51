package dev.turnstile.machine.wire;

import dev.turnstile.machine.Message;
import java.util.Arrays;
import java.util.List;

/**
 * Messages as bytes: derived from the records, the same for every algorithm. A frame is its {@link #VERSION}, the tag
 * of the message's type ({@link Tag}), and then its components in their order. How frames are told apart from each
 * other is the transport's affair.
 *
 * <p>One message has one frame, and a frame is read strictly: wrong types, numbers outside their range, a longer form
 * than needed, an end too early or bytes left over make it a {@link MalformedFrameException}, and nothing else does.
 * The memory that decoding takes is in proportion to the length of the frame, whatever it claims. Immutable; safe for
 * all threads.
 *
 * <pre>{@code
 * Wire<RingMessage> wire = Wire.of(RingMessage.class);
 * byte[] frame = wire.encode(new RingMessage.Request(7));
 * RingMessage message = wire.decode(frame);
 * }</pre>
 *
 * @param <M> the sealed interface of the messages
 */
public final class Wire<M extends Message> {
    /** What every frame begins with. Another number means another layout. */
    public static final int VERSION = 1;

    /** The longest frame, in bytes. */
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
     * The codec for the records that a sealed interface permits.
     *
     * @throws IllegalArgumentException when it is not one, a record has a component that messages can't carry, or the
     *     {@link Tag tags} are not right
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
     * The frame of a message.
     *
     * @throws IllegalArgumentException when it would be longer than {@link #FRAME_MAX}
     */
    public byte[] encode(M message) {
        Bytes bytes = Bytes.toWrite();
        bytes.number(VERSION);
        tags.write(message, bytes);
        Shape.MESSAGES.get(message.getClass()).write(message, bytes);
        return bytes.written();
    }

    /**
     * The message of a frame.
     *
     * @throws MalformedFrameException when it is not one; it says what is wrong, and at which byte
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
