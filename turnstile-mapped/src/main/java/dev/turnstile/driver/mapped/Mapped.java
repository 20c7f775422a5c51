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
import dev.turnstile.machine.Sizes;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The driver for turnstiles between processes of one machine, over a memory-mapped file. All processes that open a
 * turnstile under the same name, in the same folder, share it.
 *
 * <pre>{@code
 * Turnstile gate = Turnstile.atMost(3).named("render").open(Mapped.here());
 * try (Permit permit = gate.acquire()) {
 *     // at most three holders on this machine are here
 * }
 * }</pre>
 *
 * <p><b>Names.</b> 1 to 100 letters, digits, '.', '_' and '-'. The first character is a letter or digit.
 *
 * <p><b>Crashes.</b> A process may be killed at any instruction. The next process to wait or to arrive removes what it
 * held or waited for. The first waiter in line looks for crashed processes every 50 ms. No place is lost, the limit is
 * never exceeded, and live processes keep their order. A process is alive as long as it holds a lock that the operating
 * system releases when the process ends. This needs no clock, and works the same in all containers that share the
 * folder.
 *
 * <p><b>Bounds.</b> Processes that have a turnstile open at the same time must agree on its bounds, or use
 * {@link Turnstile.Builder#changingLimit()}. A process that opens the turnstile while it is not in use sets the bounds
 * anew, unless {@link Turnstile#limit(int)} has set the limit.
 *
 * <p><b>Waiting.</b> A waiting platform thread sleeps in a system call, {@code futex(2)} on Linux. The JVM shows it as
 * {@code RUNNABLE} in thread dumps and monitoring tools, although it uses no processor time. {@link Turnstile#snapshot}
 * shows the waiters. Virtual threads, and platform threads in a window, park and show as {@code TIMED_WAITING}. Parking
 * all threads was measured: a hand-off takes 1.4 times as long, and 8 contending processes get through 4.3 times less
 * often.
 *
 * <p><b>Cost.</b> An uncontended acquire is one compare-and-set of a shared word, and so is a close. Otherwise the cost
 * grows with the number of holders and waiters, because each change copies three words for each of them.
 *
 * <p><b>Resources.</b> For each name that it has opened, a process keeps the file open and mapped until the process
 * ends, even after its turnstiles are closed. It appears in snapshots under the command with which it first opened the
 * file.
 *
 * <p>Instances are immutable. Calls to the C library need {@code --enable-native-access}, or the JVM prints a warning.
 */
public final class Mapped implements Driver {
    private static final int PARTICIPANTS = 512;
    private static final int MACHINE_PARTICIPANTS = 64; // in addition to the places

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
     * Returns a driver for this user's own folder. That is {@code $TURNSTILE_DIR} if set, otherwise
     * {@code /tmp/turnstile-UID}, regardless of the rest of the environment. The folder is created with mode 0700 when
     * first needed. It is refused if it belongs to another user or others can enter it. The default folder is refused
     * in a systemd unit with a /tmp of its own ({@code PrivateTmp=}). It is also refused for a name that processes use
     * in a folder that was the default in an earlier version.
     */
    public static Mapped here() {
        return new Mapped(Folder.here(Kernel.here()), Optional.empty(), false, false);
    }

    /**
     * Returns a driver for this folder. If the folder does not exist, it is created with mode 0700 when first needed.
     * Otherwise it must be private (mode 0700, owned by this user) or shared by a group (mode 2770, owned by root or
     * this user). Members of the group can use each other's turnstiles, and can also damage and delete them.
     */
    public static Mapped in(Path folder) {
        return new Mapped(new Folder(folder, Kernel.here()), Optional.empty(), false, false);
    }

    /** Returns a driver for this folder that uses plain Java only, for tests of systems without native support. */
    static Mapped portable(Path folder) {
        return new Mapped(new Folder(folder, new Portable()), Optional.empty(), false, false);
    }

    /**
     * Returns a driver with which this process appears in snapshots as the given command. Default: the command with
     * which the process was started.
     */
    public Mapped as(String shown) {
        return new Mapped(folder, Optional.of(shown), stopsWhenAsked, countsWhenReady);
    }

    /**
     * Returns a driver with which permits stay held when an operator revokes them. The task passed to
     * {@link dev.turnstile.Permit#onLost} must then see to it that the permit is closed soon. Default: a revoked permit
     * is taken away at once.
     */
    public Mapped stoppingWhenAsked() {
        return new Mapped(folder, command, true, countsWhenReady);
    }

    /**
     * Returns a driver with which a permit of a window counts toward the limit from the start, but toward the floor
     * only after {@link dev.turnstile.Permit#ready}. This suits a holder that takes time to start, such as a server.
     * Default: the permit counts toward both at once.
     */
    public Mapped countingWhenReady() {
        return new Mapped(folder, command, stopsWhenAsked, true);
    }

    /** Returns the folder of the turnstiles. */
    public Path folder() {
        return folder.path();
    }

    /** Returns the operator for the turnstiles in this folder. */
    public Operator operator() {
        return new MappedOperator(folder, kernel, openFiles());
    }

    /** Opens the turnstile of this name with the bounds in force, if there is one. */
    public Optional<Turnstile> join(String name, boolean watched) {
        return openFiles().find(name).map(openFile -> {
            openFile.ledger().claim(name, Optional.empty(), false);
            return new LedgerTurnstile(name, openFile.ledger(), watched, countsWhenReady);
        });
    }

    /**
     * Keeps what this process holds of the turnstile, should this process be killed from now on, until the given child
     * process has ended. Snapshots show this. A child of 0 means that there is none any more.
     *
     * @throws IllegalArgumentException if the turnstile belongs to another driver
     */
    public static void keepFor(Turnstile gate, long child) {
        keepFor(gate, child, false);
    }

    /**
     * Keeps what this process holds as {@link #keepFor} does, until every process of the group that the child leads has
     * ended.
     */
    public static void keepForGroup(Turnstile gate, long child) {
        keepFor(gate, child, true);
    }

    private static void keepFor(Turnstile gate, long child, boolean wholeGroup) {
        if (gate instanceof LedgerTurnstile onLedger && onLedger.ledger().store() instanceof MappedStore store) {
            store.members().child(child, wholeGroup);
        } else {
            throw new IllegalArgumentException("only a turnstile between processes can be kept for a child process");
        }
    }

    /**
     * Opens a turnstile.
     *
     * @throws IllegalArgumentException if the name or a size is not allowed
     * @throws dev.turnstile.driver.ledger.OtherBoundsException if other processes have the turnstile open with other
     *     bounds
     * @throws dev.turnstile.TurnstileUnusableException if the file can't be used, opened or created; the message states
     *     what was found and what to do
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
            throw new IllegalArgumentException("participants must be at most " + RequestWord.MEMBERS_MAX
                    + " between processes, not " + participants);
        }
        Bounds bounds = new Bounds(wanted.floor(), wanted.limit());
        OpenFile openFile = openFiles().open(wanted.name(), Geometry.ofLedger(participants), bounds);
        int room = openFile.store().file().geometry().entries();
        if (wanted.participants().isPresent() && room != participants) {
            throw new IllegalArgumentException(
                    "'" + wanted.name() + "' has room for " + room + " participants, but " + participants
                            + " were requested; remove it first with " + folder.command("remove " + wanted.name()));
        }
        openFile.ledger().claim(wanted.name(), Optional.of(bounds), wanted.limitMayChange());
        return new LedgerTurnstile(wanted.name(), openFile.ledger(), wanted.watched(), countsWhenReady);
    }

    private Turnstile openMachine(Description wanted, Algorithm.SharedMemory algorithm) {
        if (wanted.floor() > 0) {
            throw new IllegalArgumentException(algorithm.name() + " does not support windows; use the ledger");
        }
        if (wanted.growableTo() != wanted.limit()) {
            throw fixed(algorithm, "growableTo(" + wanted.growableTo() + ")");
        }
        if (wanted.limitMayChange()) {
            throw fixed(algorithm, "changingLimit()");
        }
        int participants = wanted.participants().orElseGet(() -> participantsFor(algorithm, wanted.limit()));
        return openFiles().openMachine(wanted.name(), algorithm, participants, wanted.limit());
    }

    /** Returns the default number of participants, or fewer if the algorithm cannot hold that many. */
    private static int participantsFor(Algorithm.SharedMemory algorithm, int places) {
        int wanted = (int) Math.min(Integer.MAX_VALUE, (long) places + MACHINE_PARTICIPANTS);
        return algorithm.largest(Sizes.of(wanted, places)).participants();
    }

    private static IllegalArgumentException fixed(Algorithm algorithm, String option) {
        return new IllegalArgumentException(option + " is not possible with " + algorithm.name()
                + ", which has a fixed number of places between processes; leave it out, or use the ledger");
    }

    private OpenFiles openFiles() {
        return new OpenFiles(folder, kernel, command.orElseGet(Mapped::thisCommand), stopsWhenAsked);
    }

    private static String thisCommand() {
        ProcessHandle.Info info = ProcessHandle.current().info();
        return System.getProperty("sun.java.command", info.command().orElse("java"));
    }
}
