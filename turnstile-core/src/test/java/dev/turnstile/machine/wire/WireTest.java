package dev.turnstile.machine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Numbers;
import dev.turnstile.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each message has exactly one frame, and bytes that are not a frame do not decode. */
final class WireTest {
    private enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "a constant with a body";
            }
        },
        BLUE
    }

    private record Point(int x, long y) {}

    private record Row(Numbers numbers, List<Point> points) {}

    private sealed interface SampleMessage extends Message {
        record Nothing() implements SampleMessage {}

        record Small(int number) implements SampleMessage {}

        record Large(long number) implements SampleMessage {}

        record Truth(boolean value) implements SampleMessage {}

        record Painted(Colour colour) implements SampleMessage {}

        record Many(Numbers numbers) implements SampleMessage {}

        record Nested(Point point, boolean last) implements SampleMessage {}

        record Listed(List<Point> points, int after) implements SampleMessage {}

        record Rows(List<Row> rows) implements SampleMessage {}

        record Even(int number) implements SampleMessage {
            public Even {
                if (number % 2 != 0) {
                    throw new IllegalArgumentException(number + " is odd");
                }
            }
        }
    }

    private static final Wire<SampleMessage> WIRE = Wire.of(SampleMessage.class);
    private static final int SMALL = 1;
    private static final int TRUTH = 3;
    private static final int PAINTED = 4;
    private static final int MANY = 5;
    private static final int LISTED = 7;
    private static final int EVEN = 9;
    private static final int TYPES = 10;

    static List<SampleMessage> messages() {
        return List.of(
                new SampleMessage.Nothing(),
                new SampleMessage.Small(0),
                new SampleMessage.Small(-1),
                new SampleMessage.Small(Integer.MAX_VALUE),
                new SampleMessage.Small(Integer.MIN_VALUE),
                new SampleMessage.Large(0),
                new SampleMessage.Large(63),
                new SampleMessage.Large(64),
                new SampleMessage.Large(Long.MAX_VALUE),
                new SampleMessage.Large(Long.MIN_VALUE),
                new SampleMessage.Truth(true),
                new SampleMessage.Truth(false),
                new SampleMessage.Painted(Colour.RED),
                new SampleMessage.Painted(Colour.GREEN),
                new SampleMessage.Painted(Colour.BLUE),
                new SampleMessage.Many(Numbers.of()),
                new SampleMessage.Many(Numbers.of(1, -1, Long.MAX_VALUE, Long.MIN_VALUE)),
                new SampleMessage.Nested(new Point(-7, 1L << 40), true),
                new SampleMessage.Listed(List.of(), 5),
                new SampleMessage.Listed(List.of(new Point(1, 2), new Point(3, 4)), -5),
                new SampleMessage.Rows(
                        List.of(new Row(Numbers.of(), List.of()), new Row(Numbers.of(9, 8), List.of(new Point(0, 0))))),
                new SampleMessage.Even(-4));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void framesRoundTrip(SampleMessage message) throws MalformedFrameException {
        assertThat(WIRE.decode(WIRE.encode(message))).isEqualTo(message);
    }

    @Test
    void differentMessagesHaveDifferentFrames() {
        assertThat(messages().stream().map(WIRE::encode).map(Arrays::toString).distinct())
                .hasSameSizeAs(messages());
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aTruncatedFrameIsMalformed(SampleMessage message) {
        byte[] frame = WIRE.encode(message);
        for (int length = 0; length < frame.length; length++) {
            assertMalformed(Arrays.copyOf(frame, length));
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void anExtraByteIsReportedAsLeftOver(SampleMessage message) {
        byte[] frame = WIRE.encode(message);
        for (int more = 0; more < 256; more++) {
            byte[] longer = Arrays.copyOf(frame, frame.length + 1);
            longer[frame.length] = (byte) more;
            assertThatExceptionOfType(MalformedFrameException.class)
                    .isThrownBy(() -> WIRE.decode(longer))
                    .withMessageContaining("at byte " + frame.length + ": 1 bytes are left over");
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void aChangedByteYieldsAnotherMessageOrAMalformedFrame(SampleMessage message) {
        byte[] frame = WIRE.encode(message);
        for (int at = 0; at < frame.length; at++) {
            for (int change = 1; change < 256; change++) {
                byte[] changed = frame.clone();
                changed[at] ^= (byte) change;
                assertOneFrameOrMalformed(changed, "byte " + at + " changed by " + change);
            }
        }
    }

    @Test
    void arbitraryBytesAreTheOneFrameOfAMessageOrMalformed() {
        long seed = Seed.of("WireTest");
        Random random = new Random(seed);
        int messages = 0;
        for (int round = 0; round < 100_000; round++) {
            byte[] bytes = new byte[random.nextInt(24)];
            random.nextBytes(bytes);
            boolean tame = random.nextBoolean();
            for (int i = 0; i < bytes.length && tame; i++) {
                bytes[i] = (byte)
                        random.nextInt(random.nextInt(4) == 0 ? 256 : 20); // small values decode to messages more often
            }
            if (tame && bytes.length > 0) {
                bytes[0] = (byte) (2 * Wire.VERSION);
            }
            messages += assertOneFrameOrMalformed(bytes, "seed " + seed + ", round " + round) ? 1 : 0;
        }
        assertThat(messages).as("some were messages; seed %d", seed).isGreaterThan(100);
    }

    /** Returns whether the bytes are a message. If so, they must be the one frame of that message. */
    private static boolean assertOneFrameOrMalformed(byte[] bytes, String what) {
        SampleMessage message;
        try {
            message = WIRE.decode(bytes);
        } catch (MalformedFrameException expected) {
            assertThat(expected).hasMessageStartingWith("not a message, at byte ");
            return false;
        } catch (RuntimeException | Error other) {
            return fail(what + ": " + Arrays.toString(bytes), other);
        }
        assertThat(WIRE.encode(message)).as("%s: %s", what, message).isEqualTo(bytes);
        return true;
    }

    private static void assertMalformed(byte[] bytes) {
        assertThatExceptionOfType(MalformedFrameException.class)
                .as(Arrays.toString(bytes))
                .isThrownBy(() -> WIRE.decode(bytes));
    }

    private static void assertMalformed(String why, byte[] bytes) {
        assertThatExceptionOfType(MalformedFrameException.class)
                .as(Arrays.toString(bytes))
                .isThrownBy(() -> WIRE.decode(bytes))
                .withMessageContaining(why);
    }

    /** Returns the version and the numbers, each in its one encoding, one after another. */
    private static byte[] frame(long... numbers) {
        Bytes bytes = Bytes.toWrite();
        bytes.number(Wire.VERSION);
        Arrays.stream(numbers).forEach(bytes::number);
        return bytes.written();
    }

    @Test
    void aNumberHasExactlyOneEncoding() {
        byte version = (byte) (2 * Wire.VERSION);
        byte type = (byte) (2 * SMALL);
        assertMalformed("longer than it need be", new byte[] {version, type, (byte) 0x80, 0});
        assertMalformed("longer than it need be", new byte[] {version, type, (byte) 0x82, (byte) 0x80, 0});
        assertMalformed("longer than it need be", new byte[] {version, (byte) (type | 0x80), 0, 2});
        byte[] large = WIRE.encode(new SampleMessage.Large(Long.MIN_VALUE));
        assertThat(large).hasSize(12);
        for (int last = 2; last < 256; last++) {
            large[11] = (byte) last;
            assertMalformed("more than 64 bits", large);
        }
        large[11] = 0;
        assertMalformed("longer than it need be", large);
    }

    @Test
    void anEmptyFrameIsMalformed() {
        assertMalformed("at byte 0: it ends too early", new byte[0]);
    }

    @Test
    void aFrameOfAnotherVersionIsMalformed() {
        for (long version : new long[] {0, 2, -1, Long.MAX_VALUE}) {
            Bytes bytes = Bytes.toWrite();
            bytes.number(version);
            bytes.number(0);
            assertMalformed("a frame of version " + version + "; this reads version 1", bytes.written());
        }
    }

    private sealed interface Tagged extends Message {
        @Tag(7)
        record Seven() implements Tagged {}

        @Tag(3)
        record Three(boolean value) implements Tagged {}
    }

    @Test
    void aTypeIsIdentifiedByItsTagNotItsPosition() throws MalformedFrameException {
        Wire<Tagged> wire = Wire.of(Tagged.class);
        assertThat(wire.encode(new Tagged.Seven())).isEqualTo(frame(7));
        assertThat(wire.encode(new Tagged.Three(true))).isEqualTo(frame(3, 1));
        assertThat(wire.decode(frame(3, 0))).isEqualTo(new Tagged.Three(false));
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> wire.decode(frame(0)))
                .withMessageContaining("no type has the tag 0");
    }

    private sealed interface HalfTagged extends Message {
        @Tag(0)
        record One() implements HalfTagged {}

        record Other() implements HalfTagged {}
    }

    private sealed interface TaggedTwice extends Message {
        @Tag(1)
        record One() implements TaggedTwice {}

        @Tag(1)
        record Other() implements TaggedTwice {}
    }

    private sealed interface TaggedBelow extends Message {
        @Tag(-1)
        record One() implements TaggedBelow {}
    }

    @Test
    void missingAndDuplicateTagsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wire.of(HalfTagged.class))
                .withMessageContaining("some have none; give one to each");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wire.of(TaggedTwice.class))
                .withMessageContaining("has the same tag as");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wire.of(TaggedBelow.class))
                .withMessageContaining("must be at least 0, not -1");
    }

    @Test
    void anUnknownTypeIsMalformed() {
        assertMalformed("no type has the tag 10", frame(TYPES));
        assertMalformed("no type has the tag -1", frame(-1));
        assertMalformed("no type has the tag 4294967296", frame(1L << 32));
        assertMalformed("no type has the tag -9223372036854775808", frame(Long.MIN_VALUE));
    }

    @Test
    void numbersOutOfRangeAreMalformed() {
        assertMalformed("2147483648 is not between", frame(SMALL, Integer.MAX_VALUE + 1L));
        assertMalformed("-2147483649 is not between", frame(SMALL, Integer.MIN_VALUE - 1L));
        assertMalformed("2 is not between 0 and 1", frame(TRUTH, 2));
        assertMalformed("-1 is not between 0 and 1", frame(TRUTH, -1));
        assertMalformed("3 is not between 0 and 2", frame(PAINTED, 3));
        assertMalformed("-1 is not between 0 and 2", frame(PAINTED, -1));
    }

    @Test
    void anImpossibleCountIsMalformed() {
        for (int type : new int[] {MANY, LISTED}) {
            assertMalformed("-1 is not between", frame(type, -1, 0, 0));
            assertMalformed(frame(type, 3, 0, 0));
            assertMalformed("4 is not between 0 and", frame(type, 4, 0, 0));
            assertMalformed("is not between 0 and", frame(type, Integer.MAX_VALUE, 0, 0));
            assertMalformed("is not between 0 and", frame(type, (1L << 32) + 1, 0, 0));
            assertMalformed("is not between 0 and", frame(type, Long.MAX_VALUE, 0, 0));
        }
    }

    /** If memory were allocated for what is claimed, no heap could hold it, or it would take minutes. */
    @Test
    void claimedLengthsAllocateNoMemory() {
        for (int round = 0; round < 10_000; round++) {
            assertMalformed(frame(MANY, 2_000_000_000L, 1));
            assertMalformed(frame(LISTED, 2_000_000_000L, 1));
        }
    }

    @Test
    void componentsThatARecordRejectsAreMalformed() {
        assertMalformed("3 is odd", frame(EVEN, 3));
    }

    @Test
    void theMaximumFrameLengthHoldsInBothDirections() throws MalformedFrameException {
        int head = WIRE.encode(new SampleMessage.Many(Numbers.of(Wire.FRAME_MAX - 8, at -> 0))).length
                - (Wire.FRAME_MAX - 8);
        SampleMessage most = new SampleMessage.Many(Numbers.of(Wire.FRAME_MAX - head, at -> 0));
        byte[] frame = WIRE.encode(most);
        assertThat(frame).hasSize(Wire.FRAME_MAX);
        assertThat(WIRE.decode(frame)).isEqualTo(most);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WIRE.encode(new SampleMessage.Many(Numbers.of(Wire.FRAME_MAX - head + 1, at -> 0))))
                .withMessageContaining("a frame has at most " + Wire.FRAME_MAX);
        assertMalformed("a frame has at most " + Wire.FRAME_MAX, new byte[Wire.FRAME_MAX + 1]);
    }

    /** A list can be long without taking memory. Its frame would be longer than any array. */
    @Test
    void aMessageMuchTooLongIsRejectedBeforeItTakesMemory() {
        SampleMessage endless =
                new SampleMessage.Listed(Collections.nCopies(Integer.MAX_VALUE, new Point(-1, Long.MIN_VALUE)), 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WIRE.encode(endless))
                .withMessageContaining("a frame has at most " + Wire.FRAME_MAX);
    }

    @Test
    void decodedListsAreImmutable() throws MalformedFrameException {
        List<Point> points = new ArrayList<>(List.of(new Point(1, 1)));
        SampleMessage message = WIRE.decode(WIRE.encode(new SampleMessage.Listed(points, 0)));
        List<Point> read = ((SampleMessage.Listed) message).points();
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> read.add(new Point(2, 2)));
    }

    private record Empty() {}

    private record EmptyToo(Empty one, Empty other) {}

    private sealed interface WithListOfEmpty extends Message {
        record Listed(List<Empty> list) implements WithListOfEmpty {}
    }

    private sealed interface WithListOfEmptyToo extends Message {
        record Listed(List<EmptyToo> list) implements WithListOfEmptyToo {}
    }

    /** Such records take no bytes, so the count in front of them could be anything. */
    @ParameterizedTest
    @ValueSource(classes = {WithListOfEmpty.class, WithListOfEmptyToo.class})
    void aListOfEmptyRecordsIsRejected(Class<? extends Message> messages) {
        assertThatIllegalArgumentException().isThrownBy(() -> Wire.of(messages)).withMessageContaining("no components");
    }

    private sealed interface WithEmpty extends Message {
        record Holder(Empty empty, int after) implements WithEmpty {}
    }

    @Test
    void anEmptyRecordMayBeAPart() throws MalformedFrameException {
        Wire<WithEmpty> wire = Wire.of(WithEmpty.class);
        WithEmpty message = new WithEmpty.Holder(new Empty(), 3);
        assertThat(wire.decode(wire.encode(message))).isEqualTo(message);
    }

    private sealed interface Failing extends Message {
        record Fails(int how) implements Failing {
            public Fails {
                switch (how) {
                    case 0 -> {}
                    case 1 -> throw new ArithmeticException();
                    default -> throw new StackOverflowError("not the sender's fault");
                }
            }
        }
    }

    @Test
    void anErrorThrownByARecordPropagates() {
        Wire<Failing> wire = Wire.of(Failing.class);
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> wire.decode(frame(0, 1)))
                .withMessageContaining("ArithmeticException");
        assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> wire.decode(frame(0, 2)));
    }
}
