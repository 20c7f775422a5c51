package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A child and the process group that it leads. Once the child is reaped, no signal is sent: its pid may belong to
 * another process. If the whole group counts, signals are sent until it is empty: as long as the group has a member,
 * its number is not reused.
 */
final class ChildGroup {
    private static final int EINTR = 4;
    private static final int P_PID = 1;
    private static final int WNOHANG = 1;
    private static final int WSTOPPED = 2;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x1000000;
    private static final long LOOK_MILLIS = 50;

    private static final MethodHandle WAITID = Native.function("waitid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle WAITPID = Native.function("waitpid", JAVA_INT, ADDRESS, JAVA_INT);

    private final int leader;
    private final CountDownLatch over = new CountDownLatch(1); // no more signals are sent
    private volatile boolean wholeGroup;
    private boolean reaped; // guarded by this

    ChildGroup(int leader) {
        this.leader = leader;
    }

    int leader() {
        return leader;
    }

    /** Sends a signal to the group, or USR1 and USR2 to the child only. Any thread may call this. */
    synchronized void send(int signal) {
        if (signal == Signals.USR1 || signal == Signals.USR2) {
            if (!reaped) {
                Signals.send(
                        leader, signal); // their meaning is the program's own: its helpers may not handle them, and die
            }
        } else if (over.getCount() > 0) {
            Signals.sendToGroup(leader, signal);
        }
    }

    /** Makes the end that of the last process of the group. Must be called before the child is let go. */
    void outlivesLeader() {
        wholeGroup = true;
    }

    /** Waits until the group is empty. For the thread that has seen the end of the child. */
    void awaitEmpty() {
        try {
            for (OptionalLong member = member(); member.isPresent(); member = member()) {
                awaitGone(member.getAsLong());
            }
        } finally {
            over.countDown();
        }
    }

    private OptionalLong member() {
        return ProcessHandle.allProcesses()
                .mapToLong(ProcessHandle::pid)
                .filter(this::has)
                .findFirst();
    }

    /** Waits by polling: the end of a process that is not our child is not reported. */
    private void awaitGone(long member) {
        boolean interrupted = false;
        while (has(member)) {
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            } catch (InterruptedException deaf) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits at most this long for another thread to see the end. Returns whether it has. */
    boolean awaitOver(Duration atMost) throws InterruptedException {
        return over.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until the state of the child changes. Interrupts are ignored. For one thread at a time, and not after the
     * end of the child.
     */
    Change awaitChange() {
        while (true) {
            awaitUncollected();
            Optional<Change> change = collect();
            if (change.isPresent()) {
                return change.get();
            }
        }
    }

    /**
     * Waits for a change but does not collect it: collecting the end frees the pid, and must not overlap with
     * {@link #send}.
     */
    private void awaitUncollected() {
        int result;
        do {
            result = Native.call((state, arena) -> {
                MemorySegment unread = arena.allocate(Native.OPAQUE, ADDRESS.byteAlignment());
                return (int) WAITID.invokeExact(state, P_PID, leader, unread, WEXITED | WSTOPPED | WNOWAIT);
            });
        } while (result == -EINTR);
        if (result < 0) {
            throw new IllegalStateException("cannot wait for process " + leader + ": " + Native.message(-result));
        }
    }

    private synchronized Optional<Change> collect() {
        int[] status = new int[1];
        int result = Native.call((state, arena) -> {
            MemorySegment place = arena.allocate(JAVA_INT);
            int pid = (int) WAITPID.invokeExact(state, leader, place, WNOHANG | WSTOPPED);
            status[0] = place.get(JAVA_INT, 0);
            return pid;
        });
        if (result != leader) {
            return Optional.empty();
        }
        Change change = Change.of(status[0]);
        reaped = change instanceof Change.Ended;
        if (reaped && !wholeGroup) {
            over.countDown();
        }
        return Optional.of(change);
    }

    /** Returns whether a process is alive and a member of the group, according to /proc. */
    private boolean has(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 4); // state, parent, group
            return !fields[0].equals("Z") && Long.parseLong(fields[2]) == leader;
        } catch (IOException gone) {
            return false;
        }
    }
}
