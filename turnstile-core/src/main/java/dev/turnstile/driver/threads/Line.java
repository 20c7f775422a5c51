package dev.turnstile.driver.threads;

import dev.turnstile.driver.Spinning;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The waiters, in the order of their arrival, and the entries of callers that gave up but still have a place in line to
 * pass on.
 *
 * <p>A waiter first takes its place in the algorithm's shared memory, then joins the line. The line puts it where it
 * belongs and steps it once more. A leaving process first gives its place back, then looks at the line. So one of the
 * two sees the other, and no waiter waits for a place that is already free.
 *
 * <p>{@link #serve} is the hand-off. A thread that changed something steps the processes at the front, for as long as
 * that gets them in. The waiters themselves take no steps while they wait.
 *
 * <p>If the algorithm keeps no order, any process in line may be able to go on, and may enable others by going on. So
 * all are stepped, first come, first served, repeatedly until none gets any further. A waiter that requests several
 * places collects them one by one. Only one waiter at a time does so, because two could each hold what the other needs.
 *
 * <p>A spin lock guards the line. In order, it is held for a few steps; without order, for some checks of every process
 * in line; and never while anything blocks. Actions that may block, such as making a process leave, follow after the
 * lock is released.
 */
final class Line {
    private final ThreadCells cells;
    private final ThreadCells atOneMoment; // a copy of the cells, for comparing places in line
    private final boolean fifo;
    private final Consumer<Process> passedOn;
    private final Consumer<List<Process>> afterGivingUp;
    private final SpinLock lock = new SpinLock();
    private volatile ThreadWaiter front;
    private ThreadWaiter back;
    private long units; // of all entries that take part, including callers that gave up
    private boolean isCollecting; // whether a waiter collects several places, if there is no order
    private ThreadWaiter grantedFirst; // the waiters admitted by the current steps, linked by behind
    private ThreadWaiter grantedLast;

    /**
     * Constructs an empty line. {@code passedOn} receives the processes that have finished passing on their place after
     * a caller gave up. {@code afterGivingUp} is called after callers gave up, outside the lock and before any other
     * waiter is served. It receives the processes that are inside although their group gave up, and that must leave.
     */
    Line(ThreadCells cells, boolean fifo, Consumer<Process> passedOn, Consumer<List<Process>> afterGivingUp) {
        this.cells = cells;
        atOneMoment = fifo ? cells.copy() : cells; // without order, places are not compared
        this.fifo = fifo;
        this.passedOn = passedOn;
        this.afterGivingUp = afterGivingUp;
    }

    boolean isEmpty() {
        return front == null;
    }

    /**
     * Inserts the waiter where it belongs, and serves the line. Returns its distance from the front, at most
     * {@link Spinning#NEAR}.
     */
    int join(ThreadWaiter waiter) {
        lock.lock();
        ThreadWaiter granted;
        int place;
        try {
            insert(waiter);
            place = placeOf(waiter);
            granted = stepFront();
        } finally {
            lock.unlock();
        }
        notifyAllOf(granted);
        return place;
    }

    private int placeOf(ThreadWaiter waiter) {
        int place = 0;
        for (ThreadWaiter at = waiter.before; at != null && place < Spinning.NEAR; at = at.before) {
            place++;
        }
        return place;
    }

    private void insert(ThreadWaiter waiter) {
        ThreadWaiter ahead = back;
        if (fifo && ahead != null) {
            atOneMoment.set(cells); // two places can only be compared if no process leaves in between
            int place = waiter.process.ahead(atOneMoment);
            while (ahead != null && ahead.process.ahead(atOneMoment) > place) {
                ahead = ahead.before;
            }
        }
        link(ahead, waiter, ahead == null ? front : ahead.behind);
        units += takesPart(waiter) ? waiter.units : 0;
    }

    private void link(ThreadWaiter ahead, ThreadWaiter waiter, ThreadWaiter behind) {
        waiter.before = ahead;
        waiter.behind = behind;
        if (behind == null) {
            back = waiter;
        } else {
            behind.before = waiter;
        }
        if (ahead == null) {
            front = waiter;
        } else {
            ahead.behind = waiter;
        }
    }

    private void unlink(ThreadWaiter waiter) {
        if (waiter.behind == null) {
            back = waiter.before;
        } else {
            waiter.behind.before = waiter.before;
        }
        if (waiter.before == null) {
            front = waiter.behind;
        } else {
            waiter.before.behind = waiter.behind;
        }
        units -= takesPart(waiter) ? waiter.units : 0;
        isCollecting &= !waiter.collects;
        waiter.before = null; // a reference to this waiter must not keep the line reachable
        waiter.behind = null;
    }

    /** Admits and notifies the waiters that can enter now, and nudges the waiter whose turn has come near. */
    void serve() {
        lock.lock();
        ThreadWaiter granted;
        ThreadWaiter near;
        try {
            granted = stepFront();
            near = granted == null ? null : lastNear();
        } finally {
            lock.unlock();
        }
        notifyAllOf(granted);
        if (near != null) {
            near.nudge();
        }
    }

    private ThreadWaiter lastNear() {
        ThreadWaiter at = front;
        for (int place = 1; at != null && place < Spinning.NEAR; place++) {
            at = at.behind;
        }
        return at;
    }

    /**
     * Steps the processes in line for as long as any gets further. Returns the waiters that are inside now, linked by
     * behind.
     */
    private ThreadWaiter stepFront() {
        boolean further = stepOnce();
        while (further && !fifo) {
            further = stepOnce();
        }
        ThreadWaiter granted = grantedFirst;
        grantedFirst = null;
        grantedLast = null;
        return granted;
    }

    /**
     * Steps every process in line once; in order, only up to the first that must wait. Returns true if any process got
     * further.
     */
    private boolean stepOnce() {
        boolean further = false;
        ThreadWaiter next;
        for (ThreadWaiter at = front; at != null; at = next) {
            next = at.behind;
            boolean begins = !takesPart(at) && !isCollecting;
            int before = fifo ? 0 : at.process.progress();
            boolean through = mayStep(at) && step(at);
            further |= through || begins || (!fifo && at.process.progress() != before);
            if (through && at.outcome() == ThreadWaiter.Outcome.GRANTED) {
                grant(at);
            } else if (!through && fifo) {
                break;
            }
        }
        return further;
    }

    private void grant(ThreadWaiter waiter) {
        waiter.behind = null;
        if (grantedFirst == null) {
            grantedFirst = waiter;
        } else {
            grantedLast.behind = waiter;
        }
        grantedLast = waiter;
    }

    private boolean takesPart(ThreadWaiter waiter) {
        return fifo || !(waiter.process instanceof ProcessGroup) || waiter.collects;
    }

    private boolean mayStep(ThreadWaiter waiter) {
        if (!takesPart(waiter) && !isCollecting) {
            isCollecting = true;
            waiter.collects = true;
            units += waiter.units;
        }
        return takesPart(waiter);
    }

    /** Notifies all waiters of a list. No other thread uses the links of waiters that have left the line. */
    private static void notifyAllOf(ThreadWaiter first) {
        ThreadWaiter next;
        for (ThreadWaiter at = first; at != null; at = next) {
            next = at.behind;
            at.wake();
        }
    }

    /** Steps a process on behalf of its waiter until it must wait. Returns true if it is through. */
    private boolean step(ThreadWaiter waiter) {
        waiter.process.runUntilBlocked(cells);
        return switch (waiter.process.region()) {
            case CRITICAL -> {
                unlink(waiter);
                waiter.decide(ThreadWaiter.Outcome.GRANTED);
                yield true;
            }
            case REMAINDER -> {
                unlink(waiter);
                passedOn.accept(waiter.process);
                yield true;
            }
            case TRYING, EXIT -> false;
        };
    }

    /**
     * Gives up for a waiter, for the given reason. Returns false if it is too late because there is another outcome.
     */
    boolean giveUp(ThreadWaiter waiter, ThreadWaiter.Outcome reason) {
        List<Process> mustLeave;
        lock.lock();
        try {
            if (!waiter.waits()) {
                return false;
            }
            mustLeave = abandon(waiter, reason);
        } finally {
            lock.unlock();
        }
        afterGivingUp.accept(mustLeave);
        serve();
        return true;
    }

    /**
     * Makes the process give up and steps it once, wherever it is in line. It gives back at once what it can. If
     * something is left to pass on later, it merges with what neighbours have left. Returns the processes that are
     * inside and must leave.
     */
    private List<Process> abandon(ThreadWaiter waiter, ThreadWaiter.Outcome reason) {
        waiter.decide(reason);
        if (waiter.process instanceof ProcessGroup group) {
            return takeApart(waiter, group);
        }
        waiter.process.cancel();
        waiter.process.runUntilBlocked(cells);
        if (waiter.process.region() == Region.CRITICAL) { // it came in unnoticed
            unlink(waiter);
            return List.of(waiter.process);
        } else if (step(waiter)) {
            takeBackFromTheEnd();
        } else {
            mergeWithNeighbours(waiter);
        }
        return List.of();
    }

    private void mergeWithNeighbours(ThreadWaiter waiter) {
        ThreadWaiter ahead = waiter.before;
        ThreadWaiter kept = ahead != null && absorb(ahead, waiter) ? ahead : waiter;
        if (kept.behind != null) {
            absorb(kept, kept.behind);
        }
    }

    /**
     * Takes back places at the end of the line. If the last entries had given up before, that may have become possible.
     */
    private void takeBackFromTheEnd() {
        while (back != null && !back.waits() && step(back)) {
            // on to the next
        }
    }

    /**
     * Takes a group apart. Each part has its own place in line to pass on, with other entries possibly in between. Some
     * parts may be inside.
     */
    private List<Process> takeApart(ThreadWaiter waiter, ProcessGroup group) {
        unlink(waiter);
        List<Process> inside = new ArrayList<>();
        for (Process part : group.parts()) {
            if (part.region() != Region.CRITICAL) {
                part.cancel();
                part.runUntilBlocked(cells);
            }
            if (part.region() == Region.CRITICAL) {
                inside.add(part);
            } else {
                passOn(part);
            }
        }
        return inside;
    }

    private void passOn(Process part) {
        if (part.region() == Region.REMAINDER) { // it had not begun
            passedOn.accept(part);
            return;
        }
        ThreadWaiter gone = new ThreadWaiter.Gone(part);
        insert(gone);
        step(gone);
    }

    private boolean absorb(ThreadWaiter kept, ThreadWaiter next) {
        boolean absorbed = kept.process.absorb(next.process);
        if (absorbed) {
            unlink(next);
            kept.units += next.units;
            units += next.units;
            passedOn.accept(next.process);
        }
        return absorbed;
    }

    /** Gives up for all matching waiters, and notifies them. */
    void giveUpAll(Predicate<ThreadWaiter> which, ThreadWaiter.Outcome reason) {
        List<ThreadWaiter> refused = new ArrayList<>();
        List<Process> mustLeave = new ArrayList<>();
        lock.lock();
        try {
            for (ThreadWaiter at = front; at != null; at = at.behind) {
                if (at.waits() && which.test(at)) {
                    refused.add(at);
                }
            }
            refused.forEach(waiter -> mustLeave.addAll(abandon(waiter, reason)));
        } finally {
            lock.unlock();
        }
        afterGivingUp.accept(mustLeave);
        refused.forEach(ThreadWaiter::wake);
        serve();
    }

    /** Changes the cells in a way that may move processes in line back. No process is stepped or compared meanwhile. */
    void change(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the waiters, first in line first. */
    List<ThreadWaiter> waiting() {
        List<ThreadWaiter> waiting = new ArrayList<>();
        lock.lock();
        try {
            for (ThreadWaiter at = front; at != null; at = at.behind) {
                if (at.waits()) {
                    waiting.add(at);
                }
            }
        } finally {
            lock.unlock();
        }
        return waiting;
    }

    /** Returns the number of entries, including those of callers that gave up. */
    int length() {
        int length = 0;
        lock.lock();
        try {
            for (ThreadWaiter at = front; at != null; at = at.behind) {
                length++;
            }
        } finally {
            lock.unlock();
        }
        return length;
    }

    /**
     * Returns the units of all entries, including those of callers that gave up and have not passed on their place yet.
     */
    long units() {
        lock.lock();
        try {
            return units;
        } finally {
            lock.unlock();
        }
    }
}
