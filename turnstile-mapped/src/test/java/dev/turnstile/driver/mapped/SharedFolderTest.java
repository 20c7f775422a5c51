package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.Operator;
import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.driver.mapped.os.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder shared by the users of a group, with processes of several users. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SharedFolderTest {
    private static final int ANN = 20_001;
    private static final int BEN = 20_002;
    private static final int GROUP = 20_010;
    private static final int OTHERS = 20_011;

    @TempDir
    private Path temp;

    @BeforeEach
    void createFolderAsAdministrator() throws Exception {
        Assumptions.assumeTrue(
                Kernel.here() instanceof Linux && Kernel.here().user() == 0,
                "SKIPPED: only root on Linux can start processes of several users");
        Assumptions.assumeTrue(
                ended(as(ANN, GROUP), "test", "-r", "target/classes/module-info.class") == 0
                        && ended(as(ANN, GROUP), "test", "-r", OtherProcess.CORE.toString()) == 0,
                "SKIPPED: there is no setpriv(1), or other users can't read the compiled classes");
        assertThat(ended(List.of(), "chmod", "711", temp.toString())).isZero();
        assertThat(ended(List.of(), "install", "-d", "-m", "2770", "-g", String.valueOf(GROUP), folder().toString()))
                .isZero();
    }

    private Path folder() {
        return temp.resolve("shared");
    }

    private static int ended(List<String> by, String... command) throws Exception {
        List<String> words = new ArrayList<>(by);
        words.addAll(List.of(command));
        try {
            return new ProcessBuilder(words).inheritIO().start().waitFor();
        } catch (IOException missing) {
            return 127;
        }
    }

    private static List<String> as(int user, int group) {
        return List.of("setpriv", "--reuid", String.valueOf(user), "--regid", String.valueOf(group), "--clear-groups");
    }

    /**
     * Starts a process of this user that enters with a limit of 1, with a umask that lets no other user read the files
     * it creates.
     */
    private OtherProcess start(int user, int group) {
        List<String> by = new ArrayList<>(as(user, group));
        by.addAll(List.of("sh", "-c", "umask 077; exec \"$@\"", "sh"));
        return OtherProcess.start(by, folder(), "gate", "linux", "ledger", "0", "1", "1");
    }

    @Test
    void groupMembersExcludeEachOtherAndClearUpAfterEachOther() throws Exception {
        try (OtherProcess ann = start(ANN, GROUP).awaitSaid("inside");
                OtherProcess ben = start(BEN, GROUP).awaitSaid("open")) {
            Path file = folder().resolve("gate.turnstile");
            assertThat((int) Files.getAttribute(file, "unix:mode") & 07777).isEqualTo(0660);
            assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(ANN);
            assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(GROUP);
            Operator operator = Mapped.in(folder()).operator();
            while (operator.snapshot("gate").orElseThrow().waiters().isEmpty()) {
                Thread.onSpinWait();
            }
            Snapshot.Holder holder =
                    operator.snapshot("gate").orElseThrow().holders().getFirst();
            assertThat(holder.owner().orElseThrow().pid()).isEqualTo(ann.pid());
            ann.kill();
            ben.awaitSaid("inside");
            ben.leave();
            ben.awaitSaid("left");
        }
    }

    @Test
    void rootIsAMemberToo() throws Exception {
        try (Turnstile gate = Turnstile.atMost(1).named("gate").open(Mapped.in(folder()));
                OtherProcess ann = openedBy(gate)) {
            ann.awaitSaid("inside");
            assertThat(gate.tryAcquire()).isEmpty();
            ann.leave();
            assertThat(gate.tryAcquire(Duration.ofSeconds(30))).isPresent();
        }
    }

    private OtherProcess openedBy(Turnstile gate) throws InterruptedException {
        try (Permit permit = gate.acquire()) {
            OtherProcess ann = start(ANN, GROUP).awaitSaid("open");
            assertThat(permit.isHeld()).isTrue();
            return ann;
        }
    }

    @Test
    void usersOutsideTheGroupCannotEnter() {
        try (OtherProcess stranger = start(BEN, OTHERS)) {
            assertThatThrownBy(() -> stranger.awaitSaid("open")).hasMessageContaining("ended without saying");
        }
    }

    @Test
    void aFileOfAnotherGroupIsRefused() throws Exception {
        Turnstile.atMost(1).named("gate").open(Mapped.in(folder())).close();
        Path copy = folder().resolve("copy.turnstile");
        Files.copy(folder().resolve("gate.turnstile"), copy);
        Files.setAttribute(copy, "unix:gid", OTHERS);
        assertThatThrownBy(() -> Turnstile.atMost(1).named("copy").open(Mapped.in(folder())))
                .isInstanceOf(TurnstileUnusableException.class)
                .hasMessageContaining("group " + OTHERS)
                .hasMessageContaining("group " + GROUP);
    }

    @Test
    void aSharedFolderOwnedByAnotherUserIsRefused() throws Exception {
        Files.setAttribute(folder(), "unix:uid", ANN);
        try (OtherProcess own = start(ANN, GROUP)) {
            own.awaitSaid("inside");
        }
        assertThatThrownBy(() -> Turnstile.atMost(1).named("gate").open(Mapped.in(folder())))
                .hasMessageContaining("must belong to root or to you");
    }

    /** Under hidepid, /proc does not distinguish a hidden process of another user from a missing one. */
    @Test
    void aHiddenChildOfAnotherUserCountsAsAlive() throws Exception {
        List<String> hiding =
                List.of("unshare", "--mount", "sh", "-c", "mount -t proc -o hidepid=2 proc /proc && exec \"$@\"", "sh");
        Assumptions.assumeTrue(ended(hiding, "true") == 0, "SKIPPED: this user may not unshare(1) and mount(8)");
        Process child = new ProcessBuilder("sleep", "60").start();
        try (OtherProcess ann = start(ANN, GROUP).awaitSaid("inside")) {
            writeChild(child);
            ann.kill();
            List<String> by = new ArrayList<>(hiding);
            by.addAll(as(BEN, GROUP));
            try (OtherProcess ben = OtherProcess.start(by, folder(), "gate", "linux", "ledger", "0", "1", "1")
                    .awaitSaid("open")) {
                Operator operator = Mapped.in(folder()).operator();
                while (operator.snapshot("gate").orElseThrow().waiters().isEmpty()) {
                    Thread.onSpinWait();
                }
                assertThat(operator.snapshot("gate")
                                .orElseThrow()
                                .holders()
                                .getFirst()
                                .owner()
                                .orElseThrow()
                                .life())
                        .isEqualTo(Snapshot.Life.ORPHANED_CHILD);
                child.destroyForcibly().waitFor();
                ben.awaitSaid("inside");
            }
        } finally {
            child.destroyForcibly();
        }
    }

    private void writeChild(Process child) throws Exception {
        Folder folder = new Folder(folder(), Kernel.here());
        try (MappedFile file = MappedFile.open(folder, Kernel.here(), "gate")) {
            long record = file.geometry().member(0);
            SegmentAccess.write(file.memory(), record + 40, Kernel.here().startOf(child.pid()));
            SegmentAccess.write(file.memory(), record + 32, child.pid());
        }
    }
}
