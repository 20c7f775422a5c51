package dev.turnstile.machine;

import java.util.Arrays;
import java.util.List;

/**
 * Messages as bytes: derived from the records, the same for every algorithm. A frame is the number of the message's type, in
 * the order in which the sealed interface permits them, and then its components in their order. How frames are told apart
 * from each other is the transport's affair.
 *
 * <p>One message has one frame, and a frame is read strictly: wrong types, numbers outside their range, a longer form than
 * needed, an end too early or bytes left over make it a {@link MalformedFrameException}, and nothing else does. The memory that decoding takes
 * is in proportion to the length of the frame, whatever it claims. Immutable; safe for all threads.
 *
 * <pre>{@code
 * Wire<Telling> wire = Wire.of(Telling.class);
 * byte[] frame = wire.encode(new Telling.Request(7));
 * Telling message = wire.decode(frame);
 * }</pre>
 *
 * @param <M> the sealed interface of the messages
 */
public final class Wire<M extends Message> {
    /** The longest frame, in bytes. */
    public static final int FRAME_MAX = 1 << 24;

    private final Class<M> messages;
    private final List<Class<?>> types;

    private Wire(Class<M> messages, List<Class<?>> types) {
        this.messages = messages;
        this.types = types;
    }

    /**
     * The codec for the records that a sealed interface permits.
     *
     * @throws IllegalArgumentException when it is not one, or a record has a component that messages can't carry
     */
    public static <M extends Message> Wire<M> of(Class<M> messages) {
        Class<?>[] permitted = messages.getPermittedSubclasses();
        if (permitted == null) {
            throw new IllegalArgumentException(messages.getName() + " is not a sealed interface of records");
        }
        List<Class<?>> types = List.copyOf(Arrays.asList(permitted));
        types.forEach(Shape.MESSAGES::get);
        return new Wire<>(messages, types);
    }

    /**
     * The frame of a message.
     *
     * @throws IllegalArgumentException when it would be longer than {@link #FRAME_MAX}
     */
    public byte[] encode(M message) {
        Bytes bytes = Bytes.toWrite();
        bytes.number(types.indexOf(message.getClass()));
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
        Class<?> type = types.get(bytes.choice(types.size()));
        Object message = Shape.MESSAGES.get(type).read(bytes);
        if (bytes.left() > 0) {
            throw bytes.malformed(bytes.left() + " bytes are left over");
        }
        return messages.cast(message);
    }
}
