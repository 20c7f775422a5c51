package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A child and the process group that it leads. Once the child is reaped no signal is sent: its pid may be a stranger's.
 */
final class ProcessGroup {
    private static final int EINTR = 4;
    private static final int P_PID = 1;
    private static final int WNOHANG = 1;
    private static final int WSTOPPED = 2;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x1000000;

    private static final MethodHandle WAITID = Native.function("waitid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle WAITPID = Native.function("waitpid", JAVA_INT, ADDRESS, JAVA_INT);

    private final int leader;
    private final CountDownLatch reaped = new CountDownLatch(1);

    ProcessGroup(int leader) {
        this.leader = leader;
    }

    int leader() {
        return leader;
    }

    /** From any thread. */
    synchronized void send(int signal) {
        if (reaped.getCount() > 0) {
            Signals.sendToGroup(leader, signal);
        }
    }

    /** Blocks until another thread has seen the end, at most this long; says whether it has. */
    boolean awaitReaped(Duration atMost) throws InterruptedException {
        return reaped.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Blocks until something becomes of the child, deaf to interrupts. For one thread at a time, and not after its end.
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
     * Leaves what there is to collect: collecting the end sets the pid free, and that must not overlap a {@link #send}.
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
            throw new IllegalStateException("cannot wait for process " + leader + ": errno " + -result);
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
        if (change instanceof Change.Ended) {
            reaped.countDown();
        }
        return Optional.of(change);
    }
}
