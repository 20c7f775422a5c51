package dev.turnstile.conformance;

import dev.turnstile.Snapshot;
import dev.turnstile.driver.AbstractPermit;
import dev.turnstile.driver.AbstractTurnstile;
import dev.turnstile.driver.Patience;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The smallest possible driver: one monitor, one line, and no algorithm. It implements only what
 * {@link AbstractTurnstile} requires.
 */
final class PlainTurnstile extends AbstractTurnstile<PlainTurnstile.Request> {
    private final Deque<Request> line = new ArrayDeque<>();
    private final List<PlainPermit> holders = new ArrayList<>();
    private final List<Boolean> slotsTaken = new ArrayList<>();
    private long fences;
    private int held;
    private int limit;

    /** A request for this many units, inside or in line, and the thread that made it. */
    static final class Request {
        private final int units;
        private final String thread = Thread.currentThread().getName();
        private final long since = System.nanoTime();
        private boolean inside;

        Request(int units) {
            this.units = units;
        }
    }

    PlainTurnstile(String name, int limit) {
        super(name, limit, true);
        this.limit = limit;
    }

    @Override
    protected synchronized Request enter(int units) {
        Request request = new Request(units);
        line.add(request);
        serve();
        return request;
    }

    @Override
    protected synchronized Optional<Request> attempt(int units) {
        return line.isEmpty() && held + units <= limit ? Optional.of(enter(units)) : Optional.empty();
    }

    /** Admits the requests at the front for which there is room. */
    private void serve() {
        while (!line.isEmpty() && held + line.element().units <= limit) {
            Request next = line.remove();
            next.inside = true;
            held += next.units;
        }
        notifyAll();
    }

    @Override
    protected synchronized boolean isInside(Request request) {
        return request.inside;
    }

    @Override
    protected synchronized boolean await(Request request, int units, Patience patience) {
        boolean interrupted = false;
        while (!request.inside && isAdmissible(units) && !patience.isOver()) {
            try {
                sleep(patience);
            } catch (InterruptedException e) {
                interrupted = true;
                if (patience.interruptible()) {
                    break;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!request.inside) {
            line.remove(request);
            serve();
            checkAdmissible(units);
        }
        return request.inside;
    }

    private void sleep(Patience patience) throws InterruptedException {
        if (patience.deadlineNanos() == Patience.FOR_EVER) {
            wait();
        } else {
            TimeUnit.NANOSECONDS.timedWait(this, patience.deadlineNanos() - System.nanoTime());
        }
    }

    @Override
    protected synchronized AbstractPermit permit(Request request, int units) {
        PlainPermit permit = new PlainPermit(request, takeSlots(units));
        holders.add(permit);
        return permit;
    }

    private List<Integer> takeSlots(int units) {
        List<Integer> taken = new ArrayList<>();
        for (int slot = 0; taken.size() < units; slot++) {
            if (slot == slotsTaken.size()) {
                slotsTaken.add(false);
            }
            if (!slotsTaken.set(slot, true)) {
                taken.add(slot);
            }
        }
        return List.copyOf(taken);
    }

    @Override
    protected synchronized void leave(Request request) {
        leave(request.units, List.of());
    }

    private synchronized void leave(int units, List<Integer> slots) {
        slots.forEach(slot -> slotsTaken.set(slot, false));
        held -= units;
        serve();
    }

    @Override
    protected synchronized void whenClosed() {
        notifyAll();
    }

    @Override
    public synchronized int limit() {
        return limit;
    }

    @Override
    protected synchronized void changeLimit(int wanted) {
        limit = wanted;
        admit(wanted);
        line.removeIf(request -> request.units > wanted);
        serve();
    }

    @Override
    protected boolean isFair() {
        return true;
    }

    @Override
    public synchronized Snapshot snapshot() {
        long now = System.nanoTime();
        List<Snapshot.Holder> shown =
                holders.stream().map(permit -> permit.shown(now)).toList();
        List<Snapshot.Waiter> waiters = line.stream()
                .map(request -> new Snapshot.Waiter(
                        request.units, Optional.of(request.thread), since(request, now), Optional.empty()))
                .toList();
        return new Snapshot(name(), "plain", 0, limit, limit, held, shown, waiters);
    }

    private static Duration since(Request request, long now) {
        return Duration.ofNanos(now - request.since);
    }

    private final class PlainPermit extends AbstractPermit {
        private final Request request;
        private final long fence = ++fences;
        private List<Integer> slots;
        private boolean asked;

        PlainPermit(Request request, List<Integer> slots) {
            super(request.units);
            this.request = request;
            this.slots = slots;
        }

        @Override
        protected String gateName() {
            return name();
        }

        private void ask() {
            if (!asked && isClosed()) {
                throw neverAsked();
            }
            asked = true;
        }

        @Override
        public List<Integer> slots() {
            synchronized (PlainTurnstile.this) {
                ask();
                return slots;
            }
        }

        @Override
        public long fence() {
            synchronized (PlainTurnstile.this) {
                ask();
                return fence;
            }
        }

        Snapshot.Holder shown(long now) {
            return new Snapshot.Holder(
                    slots.getFirst(),
                    slots,
                    fence,
                    units(),
                    Optional.of(request.thread),
                    Optional.of(since(request, now)),
                    Snapshot.Standing.INSIDE,
                    Optional.empty());
        }

        @Override
        public void close() {
            if (closeOnce()) {
                synchronized (PlainTurnstile.this) {
                    holders.remove(this);
                    leave(units(), slots);
                }
            }
        }

        @Override
        protected void releasePart(int part) {
            synchronized (PlainTurnstile.this) {
                lessen(part);
                List<Integer> all = slots;
                slots = List.copyOf(all.subList(0, units()));
                leave(part, all.subList(units(), all.size()));
            }
        }
    }
}
