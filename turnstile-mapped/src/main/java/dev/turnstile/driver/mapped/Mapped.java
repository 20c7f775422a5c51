package dev.turnstile.driver.mapped;

import dev.turnstile.Description;
import dev.turnstile.Driver;
import dev.turnstile.Operator;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.LedgerTurnstile;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.driver.mapped.os.Portable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The driver between processes of one machine, over a memory-mapped file. Whoever opens a turnstile under the same
 * name, in the same folder, shares it.
 *
 * <pre>{@code
 * Turnstile gate = Turnstile.atMost(3).named("render").open(Mapped.here());
 * try (Permit permit = gate.acquire()) {
 *     // at most three on this machine are here
 * }
 * }</pre>
 *
 * <p><b>Names.</b> 1 to 100 letters, digits, '.', '_' and '-'; the first one a letter or digit.
 *
 * <p><b>Death.</b> A process may be killed at any instruction. What it held or waited for is cleared by whoever waits
 * or comes next: a waiter looks for the dead every 50 ms if it is the first in line. No place is lost, nobody too many
 * is let in, and the order of the living is kept. Who lives is told by a lock that the system takes away from the dead,
 * which needs no clock and means the same in all containers that share the folder.
 *
 * <p><b>Bounds.</b> Those who have it open at the same time must agree on them, or say
 * {@link Turnstile.Builder#changingLimit()}; whoever comes when nobody uses it decides anew, unless
 * {@link Turnstile#limit(int)} has set the limit.
 *
 * <p><b>Waiting.</b> A platform thread that waits sleeps in a system call, {@code futex(2)} on Linux. The JVM shows it
 * as {@code RUNNABLE} in thread dumps and monitoring tools, although it uses no processor time;
 * {@link Turnstile#snapshot} shows the waiters. Virtual threads, and platform threads in a window, park and show as
 * {@code TIMED_WAITING}. Parking all of them was measured: a hand-off takes 1.4 times as long, and a crowd of 8
 * processes gets through 4.3 times less often.
 *
 * <p><b>Cost.</b> Alone, an acquire is one compare-and-set of a shared word, and so is a close. It grows with the
 * number of those inside and waiting: each change copies three words for each of them.
 *
 * <p><b>Resources.</b> For each name that it has opened, a process keeps the file open and mapped until it ends, also
 * when its turnstiles are closed, and shows as the command that opened it first.
 *
 * <p>Instances are immutable. The calls of the C library need {@code --enable-native-access}, or the JVM warns.
 */
public final class Mapped implements Driver {
    private static final int PARTICIPANTS = 512;
    private static final int MACHINE_PARTICIPANTS = 64; // more than places

    private final Kernel kernel;
    private final Folder folder;
    private final Optional<String> command;
    private final boolean stopsWhenAsked;
    private final boolean countsWhenReady;

    private Mapped(Folder folder, Optional<String> command, boolean stopsWhenAsked, boolean countsWhenReady) {
        this.kernel = folder.kernel();
        this.folder = folder;
        this.command = command;
        this.stopsWhenAsked = stopsWhenAsked;
        this.countsWhenReady = countsWhenReady;
    }

    /**
     * Uses this user's own folder: {@code $TURNSTILE_DIR} if that is set, else {@code /tmp/turnstile-UID}, whatever
     * else the environment says. It is made, with mode 0700, when first needed, and refused if it belongs to another
     * user or others can enter it. The default is refused in a unit of systemd with a /tmp of its own
     * ({@code PrivateTmp=}), and for a name that processes use in a folder that was the default in an earlier version.
     */
    public static Mapped here() {
        return new Mapped(Folder.here(Kernel.here()), Optional.empty(), false, false);
    }

    /**
     * Uses that folder. If it is missing, it is made with mode 0700 when first needed. If it is there, it must be
     * private (mode 0700, and this user's own) or shared by a group (mode 2770, and root's or this user's own). Members
     * of the group can use each other's turnstiles, and can also damage and delete them.
     */
    public static Mapped in(Path folder) {
        return new Mapped(new Folder(folder, Kernel.here()), Optional.empty(), false, false);
    }

    /** As {@link #in}, on a system of which nothing is known: for tests of that case. */
    static Mapped portable(Path folder) {
        return new Mapped(new Folder(folder, new Portable()), Optional.empty(), false, false);
    }

    /** The same, but this process shows in snapshots as that command. Unless told, as what it was started with. */
    public Mapped as(String shown) {
        return new Mapped(folder, Optional.of(shown), stopsWhenAsked, countsWhenReady);
    }

    /**
     * The same, but when an operator wants a permit back, it stays held, and the task given to
     * {@link dev.turnstile.Permit#onLost} is to see that it is closed soon. Unless told, it is taken away at once.
     */
    public Mapped stoppingWhenAsked() {
        return new Mapped(folder, command, true, countsWhenReady);
    }

    /**
     * Returns the same driver, on which a permit of a window counts for the limit from the start, and for the floor
     * only from {@link dev.turnstile.Permit#ready} on: for a holder that takes time to start, such as a server.
     * Default: it counts at once.
     */
    public Mapped countingWhenReady() {
        return new Mapped(folder, command, stopsWhenAsked, true);
    }

    /** The folder. */
    public Path folder() {
        return folder.path();
    }

    /** What an operator can do there. */
    public Operator operator() {
        return new MappedOperator(folder, kernel, sites());
    }

    /** Opens the turnstile of that name with whatever bounds it has, if there is one. */
    public Optional<Turnstile> join(String name, boolean watched) {
        return sites().find(name).map(site -> {
            site.ledger().claim(name, Optional.empty(), false);
            return new LedgerTurnstile(name, site.ledger(), watched, countsWhenReady);
        });
    }

    /**
     * From now on, should this process be killed, what it holds of that turnstile is kept until this child process has
     * ended, and snapshots show that; 0 if there is none any more.
     *
     * @throws IllegalArgumentException for a turnstile of another driver
     */
    public static void keepFor(Turnstile gate, long child) {
        keepFor(gate, child, false);
    }

    /** As {@link #keepFor}, until every process of the group that the child leads has ended. */
    public static void keepForGroup(Turnstile gate, long child) {
        keepFor(gate, child, true);
    }

    private static void keepFor(Turnstile gate, long child, boolean wholeGroup) {
        if (gate instanceof LedgerTurnstile onLedger && onLedger.ledger().store() instanceof MappedStore store) {
            store.members().child(child, wholeGroup);
        } else {
            throw new IllegalArgumentException("only a turnstile between processes can be kept for a child");
        }
    }

    /**
     * Opens it.
     *
     * @throws IllegalArgumentException when the name or a size is not allowed, or others have it open with other bounds
     * @throws dev.turnstile.TurnstileUnusableException when the file can't be used, opened or made; it says what was
     *     found and what to do
     */
    @Override
    public Turnstile open(Description wanted) {
        if (wanted.name().isEmpty()) {
            throw new IllegalArgumentException("a turnstile between processes needs a name: call named(…) before open");
        }
        folder.file(wanted.name());
        return wanted.algorithm()
                .filter(algorithm -> !algorithm.name().equals(Geometry.LEDGER))
                .map(algorithm -> openMachine(wanted, Catalogue.sharedMemory(algorithm.name())))
                .orElseGet(() -> openLedger(wanted));
    }

    private Turnstile openLedger(Description wanted) {
        LedgerSystem.checkBounds(wanted.floor(), wanted.limit());
        if (wanted.growableTo() > RequestWord.UNITS_MAX) {
            throw new IllegalArgumentException("growableTo(" + wanted.growableTo()
                    + ") is not possible: the limit can be at most " + RequestWord.UNITS_MAX + " between processes");
        }
        int participants = wanted.participants().orElse(PARTICIPANTS);
        if (participants > RequestWord.MEMBERS_MAX) {
            throw new IllegalArgumentException("there can be at most " + RequestWord.MEMBERS_MAX
                    + " participants between processes, not " + participants);
        }
        Bounds bounds = new Bounds(wanted.floor(), wanted.limit());
        OpenFile site = sites().open(wanted.name(), Geometry.ofLedger(participants), bounds);
        int room = site.store().file().geometry().entries();
        if (wanted.participants().isPresent() && room != participants) {
            throw new IllegalArgumentException(
                    "'" + wanted.name() + "' has room for " + room + " participants here, and " + participants
                            + " were asked for; " + folder.command("remove " + wanted.name()) + " makes way");
        }
        site.ledger().claim(wanted.name(), Optional.of(bounds), wanted.limitMayChange());
        return new LedgerTurnstile(wanted.name(), site.ledger(), wanted.watched(), countsWhenReady);
    }

    private Turnstile openMachine(Description wanted, Algorithm.SharedMemory algorithm) {
        if (wanted.floor() > 0) {
            throw new IllegalArgumentException(algorithm.name() + " has no windows; the ledger has");
        }
        if (wanted.growableTo() != wanted.limit()) {
            throw fixed(algorithm, "growableTo(" + wanted.growableTo() + ")");
        }
        if (wanted.limitMayChange()) {
            throw fixed(algorithm, "changingLimit()");
        }
        int participants = wanted.participants().orElse(wanted.limit() + MACHINE_PARTICIPANTS);
        return sites().openMachine(wanted.name(), algorithm, participants, wanted.limit());
    }

    private static IllegalArgumentException fixed(Algorithm algorithm, String option) {
        return new IllegalArgumentException(option + " is not possible with " + algorithm.name()
                + ", which has a fixed number of places between processes; leave it out, or use the ledger");
    }

    private OpenFiles sites() {
        return new OpenFiles(folder, kernel, command.orElseGet(Mapped::thisCommand), stopsWhenAsked);
    }

    private static String thisCommand() {
        ProcessHandle.Info info = ProcessHandle.current().info();
        return System.getProperty("sun.java.command", info.command().orElse("java"));
    }
}
