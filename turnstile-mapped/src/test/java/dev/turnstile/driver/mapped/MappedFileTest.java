package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.Operator;
import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.OtherBoundsException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file: its permissions, its allowed names, and the errors when it is not as it should be. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MappedFileTest {
    @TempDir
    private Path temp;

    private Path folder() {
        return temp.resolve("turnstiles");
    }

    private Path file() {
        return folder().resolve("gate.turnstile");
    }

    private Turnstile open(int limit) {
        return Turnstile.atMost(limit).named("gate").open(Mapped.in(folder()));
    }

    private Operator operator() {
        return Mapped.in(folder()).operator();
    }

    private void overwrite(long at, int value) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file().toFile(), "rw")) {
            open.seek(at);
            open.write(value);
        }
    }

    @Test
    void onlyTheOwnerCanReadTheFile() throws IOException {
        open(1).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        try (var files = Files.list(folder())) {
            assertThat(files).containsExactly(file());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a/b", "../up", ".hidden", "-x", "a b", "käse", "a\nb"})
    void aNameCannotEscapeTheFolder(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turnstile.atMost(1).named(name).open(Mapped.in(folder())))
                .withMessageContaining("can't be the name");
    }

    @Test
    void symbolicLinksAreRefused() throws IOException {
        open(1).close();
        Files.move(file(), temp.resolve("elsewhere"));
        Files.createSymbolicLink(file(), temp.resolve("elsewhere"));
        assertThatThrownBy(() -> open(1)).hasMessageContaining("symbolic link");
    }

    @Test
    void removingALinkDoesNotRemoveItsTarget() throws IOException {
        open(1).close();
        Files.move(file(), temp.resolve("elsewhere"));
        Files.createSymbolicLink(file(), temp.resolve("elsewhere"));
        assertThat(operator().remove("gate")).isEmpty();
        assertThat(file()).doesNotExist();
        assertThat(temp.resolve("elsewhere")).exists();
        open(1).close();
    }

    @Test
    void aFolderInPlaceOfAFileIsLeftToTheUser() throws IOException {
        open(1).close();
        Files.delete(file());
        Files.createDirectory(file());
        assertThat(operator().remove("gate"))
                .hasValueSatisfying(why -> assertThat(why).contains("by hand"));
        assertThat(file()).isDirectory();
    }

    @Test
    void aFolderThatOthersCanEnterIsRefused() throws IOException {
        Files.createDirectory(folder());
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> open(1)).hasMessageContaining("must have 0700");
    }

    @Test
    void aFolderThatIsALinkIsRefused() throws IOException {
        Files.createDirectory(temp.resolve("real"));
        Files.createSymbolicLink(folder(), temp.resolve("real"));
        assertThatThrownBy(() -> open(1)).hasMessageContaining("symbolic link");
    }

    @Test
    void anUnsupportedVersionIsReported() throws IOException {
        open(1).close();
        overwrite(8, 7);
        assertThatIllegalStateException()
                .isThrownBy(() -> Turnstile.atMost(1).named("gate").open(Mapped.in(fresh())))
                .withMessageContaining("version 7")
                .withMessageContaining("turnstile doctor gate");
    }

    /** Copies the file to a folder that this process has not opened yet. */
    private Path fresh() throws IOException {
        Path other = temp.resolve("other");
        Files.createDirectory(
                other, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.copy(file(), other.resolve("gate.turnstile"));
        return other;
    }

    @Test
    void aTruncatedFileIsReported() throws IOException {
        open(1).close();
        Path other = fresh();
        try (RandomAccessFile cut =
                new RandomAccessFile(other.resolve("gate.turnstile").toFile(), "rw")) {
            cut.setLength(5000);
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> Turnstile.atMost(1).named("gate").open(Mapped.in(other)))
                .withMessageContaining("5000 bytes instead of");
        Operator.Diagnosis diagnosis =
                Mapped.in(other).operator().examine("gate", true).orElseThrow();
        assertThat(diagnosis.usable()).isFalse();
        assertThat(Mapped.in(other).operator().remove("gate")).isEmpty();
        try (Turnstile again = Turnstile.atMost(1).named("gate").open(Mapped.in(other))) {
            assertThat(again.tryAcquire()).isPresent();
        }
    }

    @Test
    void aDifferentGeometryIsReported() {
        open(1).close();
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Turnstile.atMost(1).named("gate").participants(99).open(Mapped.in(folder())))
                .withMessageContaining("512")
                .withMessageContaining("99");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Turnstile.atMost(1).named("gate").algorithm("excl").open(Mapped.in(folder())))
                .withMessageContaining("ledger")
                .withMessageContaining("excl");
    }

    @Test
    void openingWithAnotherLimitReportsBothLimits() {
        try (Turnstile three = open(3)) {
            assertThatExceptionOfType(OtherBoundsException.class)
                    .isThrownBy(() -> open(4))
                    .withMessageContaining("at most 3")
                    .withMessageContaining("at most 4")
                    .withMessageContaining("Builder.changingLimit()")
                    .withMessageNotContaining("--at-most")
                    .satisfies(other -> {
                        assertThat(other.inForce()).isEqualTo(new Bounds(0, 3));
                        assertThat(other.requested()).isEqualTo(new Bounds(0, 4));
                    });
            Turnstile.atMost(5)
                    .named("gate")
                    .changingLimit()
                    .open(Mapped.in(folder()))
                    .close();
            assertThat(three.limit()).isEqualTo(5);
        }
    }

    @Test
    void openingAnUnusedTurnstileSetsTheLimitAnew() {
        open(3).close();
        try (Turnstile four = open(4)) {
            assertThat(four.limit()).isEqualTo(4);
        }
    }

    @Test
    void aHolderThatJoinedKeepsTheLimitInForce() {
        open(3).close();
        try (Turnstile joined = Mapped.in(folder()).join("gate", false).orElseThrow();
                Permit permit = joined.tryAcquire().orElseThrow()) {
            assertThatIllegalArgumentException().isThrownBy(() -> open(4)).withMessageContaining("at most 3");
            assertThat(permit.isHeld()).isTrue();
        }
    }

    @Test
    void aLimitSetOnPurposeStays() {
        try (Turnstile gate = open(3)) {
            gate.limit(2);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> open(3)).withMessageContaining("at most 2");
    }

    @Test
    void aTurnstileInUseIsNotRemoved() {
        try (Turnstile gate = open(1)) {
            assertThat(operator().remove("gate").orElseThrow()).contains("have it open");
            assertThat(gate.tryAcquire()).isPresent();
        }
    }

    @Test
    void aRevokedPermitNotifiesItsHolderAndFailsOnClose() throws InterruptedException {
        try (Turnstile gate = open(1)) {
            Permit permit = gate.acquire();
            CountDownLatch told = new CountDownLatch(1);
            permit.onLost(told::countDown);
            assertThat(operator().release("gate", permit.fence())).isEqualTo(Operator.Release.TAKEN_AWAY);
            assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(permit.isHeld()).isFalse();
            Permit next = gate.acquire();
            assertThat(next.fence()).isGreaterThan(permit.fence());
            assertThatThrownBy(permit::close).isInstanceOf(PermitLostException.class);
            permit.close();
            assertThat(next.isHeld()).isTrue();
        }
    }
}
