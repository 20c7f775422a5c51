package dev.turnstile.driver.threads;

import dev.turnstile.driver.Spinning;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Those who wait, in the order of their arrival, and those who gave up but still have a place in line to pass on.
 *
 * <p>A waiter takes its place in the algorithm's shared memory first, and joins the line after that; the line puts it
 * where it belongs. Then it steps once more. A leaver gives its place back first, and looks at the line after that. So
 * one of the two sees the other, and nobody waits for a place that is already there.
 *
 * <p>{@link #serve} is the hand-off: whoever changed something steps the processes at the front, for as long as that
 * gets them in. The waiters themselves take no steps while they wait.
 *
 * <p>Where the algorithm keeps no order, anybody in line may be the one who can go on, and whoever goes on may let
 * others go on. So all are stepped, first come first, again and again until nobody gets any further. Whoever wants
 * several places collects them one by one, and only one at a time does so: two could each hold what the other needs.
 *
 * <p>A lock guards the line. It is held for a few steps in order, for some checks of everybody in line without, and
 * never while anything blocks; and so it spins. Whatever may block, such as making a process leave, happens after it.
 */
final class Line {
    private final ThreadCells cells;
    private final ThreadCells atOneMoment; // a copy of the cells, to compare places in line by
    private final boolean fifo;
    private final Consumer<Process> passedOn;
    private final Consumer<List<Process>> afterGivingUp;
    private final SpinLock lock = new SpinLock();
    private volatile ThreadWaiter front;
    private ThreadWaiter back;
    private long units; // of all in line who take part, also those who gave up
    private boolean somebodyCollects; // several places, where there is no order
    private ThreadWaiter grantedFirst; // those whom the present steps let in, linked by behind
    private ThreadWaiter grantedLast;

    /**
     * {@code passedOn} hears of processes that are done after somebody gave up; {@code afterGivingUp} hears, outside
     * the lock and before anybody else is served, that some did, and of those processes that are inside although the
     * bundle to which they belong gave up, and must leave.
     */
    Line(ThreadCells cells, boolean fifo, Consumer<Process> passedOn, Consumer<List<Process>> afterGivingUp) {
        this.cells = cells;
        atOneMoment = fifo ? cells.copy() : cells; // without order nobody is compared
        this.fifo = fifo;
        this.passedOn = passedOn;
        this.afterGivingUp = afterGivingUp;
    }

    boolean isEmpty() {
        return front == null;
    }

    /** Puts it where it belongs, and serves; returns how far from the front it is, at most {@link Spinning#NEAR}. */
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
        tellAll(granted);
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
            atOneMoment.set(cells); // those ahead of two waiters can only be compared if nobody leaves in between
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
        somebodyCollects &= !waiter.collects;
        waiter.before = null; // whoever still holds this one must not hold the line
        waiter.behind = null;
    }

    /** Lets in whoever can enter now, tells them, and nudges the one whose turn comes near by that. */
    void serve() {
        lock.lock();
        ThreadWaiter granted;
        ThreadWaiter near;
        try {
            granted = stepFront();
            near = granted == null ? null : lastOfThoseNear();
        } finally {
            lock.unlock();
        }
        tellAll(granted);
        if (near != null) {
            near.nudge();
        }
    }

    private ThreadWaiter lastOfThoseNear() {
        ThreadWaiter at = front;
        for (int place = 1; at != null && place < Spinning.NEAR; place++) {
            at = at.behind;
        }
        return at;
    }

    /** Steps those in line for as long as it gets them further; returns those who are inside now, linked by behind. */
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

    /** Steps everybody in line once, in order only up to the first who must wait; whether it got anybody further. */
    private boolean stepOnce() {
        boolean further = false;
        ThreadWaiter next;
        for (ThreadWaiter at = front; at != null; at = next) {
            next = at.behind;
            boolean begins = !takesPart(at) && !somebodyCollects;
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
        if (!takesPart(waiter) && !somebodyCollects) {
            somebodyCollects = true;
            waiter.collects = true;
            units += waiter.units;
        }
        return takesPart(waiter);
    }

    /** Nobody else uses the links of those who have left the line. */
    private static void tellAll(ThreadWaiter first) {
        ThreadWaiter next;
        for (ThreadWaiter at = first; at != null; at = next) {
            next = at.behind;
            at.tell();
        }
    }

    /** Steps on behalf of one in line, until it must wait; whether it is through. */
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

    /** Gives up for a waiter, for the given reason; false if it is too late and there is another outcome. */
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
     * The process is told to give up and steps once, wherever it is in line: what it can give back at once, it does. If
     * something is left to be passed on later, it joins with what others next to it have left. Returns what is inside
     * and must leave.
     */
    private List<Process> abandon(ThreadWaiter waiter, ThreadWaiter.Outcome reason) {
        waiter.decide(reason);
        if (waiter.process instanceof ProcessGroup bundle) {
            return unbundle(waiter, bundle);
        }
        waiter.process.cancel();
        waiter.process.runUntilBlocked(cells);
        if (waiter.process.region() == Region.CRITICAL) { // unseen
            unlink(waiter);
            return List.of(waiter.process);
        } else if (step(waiter)) {
            takeBackFromTheEnd();
        } else {
            joinNeighbours(waiter);
        }
        return List.of();
    }

    private void joinNeighbours(ThreadWaiter waiter) {
        ThreadWaiter ahead = waiter.before;
        ThreadWaiter kept = ahead != null && absorb(ahead, waiter) ? ahead : waiter;
        if (kept.behind != null) {
            absorb(kept, kept.behind);
        }
    }

    /** Where the last in line gave up before, it may have become possible to take its place in line back. */
    private void takeBackFromTheEnd() {
        while (back != null && !back.waits() && step(back)) {
            // the next one, then
        }
    }

    /** Each part has a place in line of its own to pass on, and others may stand between them. Some may be inside. */
    private List<Process> unbundle(ThreadWaiter waiter, ProcessGroup bundle) {
        unlink(waiter);
        List<Process> inside = new ArrayList<>();
        for (Process part : bundle.parts()) {
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

    /** Gives up for all who wait and fit, and tells them. */
    void giveUpAll(Predicate<ThreadWaiter> which, ThreadWaiter.Outcome reason) {
        List<ThreadWaiter> told = new ArrayList<>();
        List<Process> mustLeave = new ArrayList<>();
        lock.lock();
        try {
            for (ThreadWaiter at = front; at != null; at = at.behind) {
                if (at.waits() && which.test(at)) {
                    told.add(at);
                }
            }
            told.forEach(waiter -> mustLeave.addAll(abandon(waiter, reason)));
        } finally {
            lock.unlock();
        }
        afterGivingUp.accept(mustLeave);
        told.forEach(ThreadWaiter::tell);
        serve();
    }

    /** Changes the cells in a way that may move those in line back; nobody is stepped or compared meanwhile. */
    void change(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** Those who wait, first in line first. */
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

    /** How many entries there are, also of those who gave up. */
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

    /** The units of all in line, also of those who gave up and have not passed on their place. */
    long units() {
        lock.lock();
        try {
            return units;
        } finally {
            lock.unlock();
        }
    }
}
