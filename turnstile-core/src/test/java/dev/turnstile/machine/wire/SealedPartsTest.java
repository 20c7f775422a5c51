package dev.turnstile.machine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.quorum.Gcs;
import dev.turnstile.algorithm.quorum.Maekawa;
import dev.turnstile.algorithm.quorum.Mutin;
import dev.turnstile.algorithm.quorum.Window;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Numbers;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A message may carry a record of a sealed interface: the message of a part of the algorithm. */
final class SealedPartsTest {
    private static final Wire<Gcs.GcsMessage> WIRE = Wire.of(Gcs.GcsMessage.class);

    static List<Gcs.GcsMessage> messages() {
        return List.of(
                new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Mx(new Maekawa.MaekawaMessage.Request(7))),
                new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Mx(new Maekawa.MaekawaMessage.Locked(7, 9))),
                new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Mx(new Maekawa.MaekawaMessage.Release())),
                new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Release()),
                new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Response1(Numbers.of(), 1)),
                new Gcs.GcsMessage.KmexMutin(new Mutin.MutinMessage.Response2(Numbers.of(0, 3), 2)),
                new Gcs.GcsMessage.KmexMutin(new Mutin.MutinMessage.Stay()),
                new Gcs.GcsMessage.KmexRaymond(new Raymond.RaymondMessage.Reply(2)));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void framesRoundTripAndShorterOrLongerOnesAreMalformed(Gcs.GcsMessage message) throws MalformedFrameException {
        byte[] frame = WIRE.encode(message);
        assertThat(WIRE.decode(frame)).isEqualTo(message);
        for (int length = 0; length <= frame.length + 1; length++) {
            byte[] other = Arrays.copyOf(frame, length);
            if (length != frame.length) {
                assertThatExceptionOfType(MalformedFrameException.class).isThrownBy(() -> WIRE.decode(other));
            }
        }
    }

    @Test
    void differentPartsHaveDifferentFrames() {
        assertThat(messages().stream().map(WIRE::encode).map(Arrays::toString).distinct())
                .hasSameSizeAs(messages());
    }

    private static byte[] frame(long... numbers) {
        Bytes bytes = Bytes.toWrite();
        bytes.number(Wire.VERSION);
        Arrays.stream(numbers).forEach(bytes::number);
        return bytes.written();
    }

    /** Lmin is type 0, Mx is the first of eight, and Request is the first of its six parts. */
    @Test
    void anUnknownPartIsMalformed() throws MalformedFrameException {
        assertThat(WIRE.decode(frame(0, 0, 0, 5)))
                .isEqualTo(new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Mx(new Maekawa.MaekawaMessage.Request(5))));
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> WIRE.decode(frame(0, 8)))
                .withMessageContaining("no type has the tag 8");
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> WIRE.decode(frame(0, 0, 6)))
                .withMessageContaining("no type has the tag 6");
        assertThatExceptionOfType(MalformedFrameException.class)
                .isThrownBy(() -> WIRE.decode(frame(0, 0, -1)))
                .withMessageContaining("no type has the tag -1");
    }

    /** Three, plus one for each tag of a part, plus one for each number. */
    @Test
    void theTagOfAPartCountsAsAWord() {
        assertThat(new Maekawa.MaekawaMessage.Request(7).words()).isEqualTo(4);
        assertThat(new Mutin.MutinMessage.Mx(new Maekawa.MaekawaMessage.Request(7)).words())
                .isEqualTo(5);
        assertThat(new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Mx(new Maekawa.MaekawaMessage.Request(7))).words())
                .isEqualTo(6);
        assertThat(new Gcs.GcsMessage.Lmin(new Mutin.MutinMessage.Mx(new Maekawa.MaekawaMessage.Release())).words())
                .isEqualTo(5);
        assertThat(new Gcs.GcsMessage.KmexMutin(new Mutin.MutinMessage.Response1(Numbers.of(1, 2, 3), 1)).words())
                .isEqualTo(8);
        assertThat(new Window.WindowMessage.Locked(Window.Way.IN, 1, 1, Numbers.of(1, 2)).words())
                .isEqualTo(8);
        assertThat(new Window.WindowMessage.Yield(Window.Way.IN).words()).isEqualTo(4);
    }

    private sealed interface Endless extends Message {
        record Wraps(Endless inner) implements Endless {}

        record Ends() implements Endless {}
    }

    private sealed interface EndlessByTwo extends Message {
        record Outer(Inner inner) implements EndlessByTwo {}
    }

    private sealed interface Inner {
        record Back(EndlessByTwo.Outer outer) implements Inner {}
    }

    private sealed interface WithPlain extends Message {
        record Holds(Parts parts) implements WithPlain {}
    }

    private sealed interface Parts {
        record Good(int number) implements Parts {}

        final class Plain implements Parts {}
    }

    static List<Class<? extends Message>> whatContainsItself() {
        return List.of(Endless.class, EndlessByTwo.class);
    }

    @ParameterizedTest
    @MethodSource("whatContainsItself")
    void aPartThatContainsItselfIsRejected(Class<? extends Message> messages) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wire.of(messages))
                .withMessageContaining("contains itself");
    }

    @Test
    void aPartThatIsNotARecordIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wire.of(WithPlain.class))
                .withMessageContaining("is not a record");
    }

    private sealed interface Twice extends Message {
        record Both(Leaf one, Leaf other) implements Twice {}
    }

    private sealed interface Leaf {
        record A() implements Leaf {}

        record B(boolean last) implements Leaf {}
    }

    /** A type may occur beside itself, and a part without components is one word. */
    @Test
    void severalPartsOfOneMessageMayHaveTheSameType() throws MalformedFrameException {
        Wire<Twice> wire = Wire.of(Twice.class);
        Twice message = new Twice.Both(new Leaf.A(), new Leaf.B(true));
        assertThat(wire.decode(wire.encode(message))).isEqualTo(message);
        assertThat(message.words()).isEqualTo(3 + 1 + 2);
    }
}
