package dev.turnstile.algorithm.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.store.SessionRecord.Cause;
import dev.turnstile.algorithm.store.SessionRecord.Ending;
import dev.turnstile.algorithm.store.SessionRecord.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goal: a session's record says who ended it and what went wrong, and nothing else is taken for a record. */
class SessionRecordTest {
    private static final Party OWNER = new Party(4711, "a", "render");
    private static final Party WATCHER = new Party(12, "büro-7", "deploy");
    private static final Incidents INCIDENTS = new Incidents(1, 2, 3, 4, 5, 6, 7);
    private static final SessionRecord LIVE =
            new SessionRecord(WhenSilent.LOSES_PLACE, 15_000, 17, 1_000, OWNER).with(INCIDENTS);
    private static final Ending SILENCE = new Ending(Cause.SILENCE, 99_000, WATCHER);
    private static final Ending FORCE = new Ending(Cause.FORCE, 88_000, WATCHER);

    private static SessionRecord record(Status status) {
        return switch (status) {
            case LIVE -> LIVE;
            case REVOKED -> LIVE.revoked(FORCE);
            case ENDED -> LIVE.ended();
            case DEAD -> LIVE.dead(SILENCE);
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyRecordIsReadAsItWasWritten(Status status) {
        SessionRecord written = record(status);
        assertThat(written.status()).isEqualTo(status);
        assertThat(SessionRecord.of(written.bytes())).isEqualTo(written);
    }

    @Test
    void deadRecordNamesItsKillerAndIsOneVersionLater() {
        SessionRecord dead = LIVE.dead(SILENCE);
        assertThat(dead.ending()).contains(SILENCE);
        assertThat(dead.beats()).isEqualTo(LIVE.beats() + 1);
        assertThat(dead.owner()).isEqualTo(OWNER);
        assertThat(dead.incidents()).isEqualTo(INCIDENTS);
        assertThat(SILENCE.by()).hasToString("deploy (process 12 on büro-7)");
    }

    @Test
    void deadRecordOfARevokedSessionNamesTheOperator() {
        assertThat(LIVE.revoked(FORCE).dead(SILENCE).ending()).contains(FORCE);
    }

    @Test
    void endingThatDoesNotFitTheStatusIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Status.DEAD, Optional.empty()))
                .withMessageContaining("DEAD must name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Status.LIVE, Optional.of(SILENCE)))
                .withMessageContaining("LIVE must not name");
    }

    private static SessionRecord with(Status status, Optional<Ending> ending) {
        return new SessionRecord(status, WhenSilent.KEEPS_PLACE, 1, 1, 1, 1, "", "", Incidents.NONE, ending);
    }

    @ParameterizedTest
    @EnumSource
    void recordOfAnotherLengthIsDamage(Status status) {
        byte[] whole = record(status).bytes();
        int contents = whole.length - Integer.BYTES;
        for (int length = 0; length < contents; length++) {
            byte[] cut = summed(whole, length);
            assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> SessionRecord.of(cut));
        }
        assertThat(summed(whole, contents)).isEqualTo(whole);
        byte[] longer = summed(Arrays.copyOf(whole, contents + 1), contents + 1);
        assertThatExceptionOfType(DamagedException.class)
                .isThrownBy(() -> SessionRecord.of(longer))
                .withMessageContaining("1 bytes too many");
    }

    @Test
    void everyFlippedBitIsDamage() {
        byte[] whole = LIVE.dead(SILENCE).bytes();
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> SessionRecord.of(flipped));
        }
    }

    /** Returns the first bytes with a checksum that is right. */
    private static byte[] summed(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return ByteBuffer.allocate(length + Integer.BYTES)
                .put(bytes, 0, length)
                .putInt((int) sum.getValue())
                .array();
    }

    @Test
    void negativeCountIsDamage() {
        byte[] bytes = LIVE.bytes();
        int contents = bytes.length - Integer.BYTES;
        ByteBuffer.wrap(bytes).putLong(contents - 1 - Long.BYTES, -1); // the last count, before "not ended"
        assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> SessionRecord.of(summed(bytes, contents)));
    }

    @Test
    void silenceIsJudgedByHalfALeaseAndClocksThatDisagreeAreNoSilence() {
        assertThat(LIVE.silentMillis(500)).as("the owner's clock is ahead").isZero();
        assertThat(LIVE.isSilent(1_000 + 7_500)).isFalse();
        assertThat(LIVE.isSilent(1_000 + 7_501)).isTrue();
    }

    @Test
    void incidentsAddUp() {
        assertThat(INCIDENTS.plus(Incidents.NONE)).isEqualTo(INCIDENTS);
        assertThat(INCIDENTS.plus(INCIDENTS)).isEqualTo(new Incidents(2, 4, 6, 8, 10, 12, 14));
    }
}
