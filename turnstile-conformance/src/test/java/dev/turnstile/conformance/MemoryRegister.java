package dev.turnstile.conformance;

import dev.turnstile.Description;
import dev.turnstile.Driver;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.ledger.Commit;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.LedgerRegister;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.LedgerValue;
import dev.turnstile.algorithm.ledger.RegisterWriter;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.LedgerTurnstile;
import dev.turnstile.driver.ledger.Membership;
import dev.turnstile.driver.ledger.OpenLedger;
import dev.turnstile.driver.ledger.RegisterStore;
import dev.turnstile.machine.Cells;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A register in memory that misbehaves like a remote one. A replace may conflict, be slow, or get no answer, on command
 * or at random from a seed. Each {@link #client} is a process with its own member number.
 *
 * <pre>{@code
 * MemoryRegister register = new MemoryRegister(1);
 * Turnstile one = Turnstile.atMost(2).named("gate").open(register.client());
 * Turnstile other = Turnstile.atMost(2).named("gate").open(register.client());
 * register.next(MemoryRegister.Fault.UNKNOWN_APPLIED);
 * }</pre>
 */
final class MemoryRegister implements LedgerRegister {
    private static final int ENTRIES = 1_100;

    /** What happens to a replace. */
    enum Fault {
        NONE,
        /** Another client commits first. */
        CONFLICT,
        /** It takes effect, but its answer is lost. */
        UNKNOWN_APPLIED,
        /** It is lost. */
        UNKNOWN_DROPPED,
        /** Its answer is lost, and it takes effect at a later access, if its version is still the current one. */
        UNKNOWN_LATE,
        /** It takes a millisecond. */
        SLOW
    }

    private record UnderWay(LedgerValue seen, LedgerValue next) {}

    private final Queue<Fault> commanded = new ArrayDeque<>();
    private final List<UnderWay> underWay = new ArrayList<>();
    private final Optional<Random> chance;
    private final BitSet dead = new BitSet();
    private final Map<Integer, Bounds> wanted = new HashMap<>();
    private Optional<String> limitSetter = Optional.empty();
    private Optional<LedgerValue> value = Optional.empty();
    private int clients;
    private int faults;

    /** Constructs a register without faults, except on command. */
    MemoryRegister() {
        chance = Optional.empty();
    }

    /** Constructs a register in which two of five replaces meet a fault, at random from this seed. */
    MemoryRegister(long seed) {
        chance = Optional.of(new Random(seed));
    }

    /** Makes the next replaces meet these faults, in this order. */
    synchronized void next(Fault... next) {
        commanded.addAll(List.of(next));
    }

    /** Returns how many replaces have met a fault. */
    synchronized int faults() {
        return faults;
    }

    private Fault fault() {
        Fault fault = commanded.isEmpty() ? chance.map(MemoryRegister::any).orElse(Fault.NONE) : commanded.remove();
        faults += fault == Fault.NONE ? 0 : 1;
        return fault;
    }

    private static Fault any(Random random) {
        Fault[] all = Fault.values();
        return random.nextInt(5) < 3 ? Fault.NONE : all[1 + random.nextInt(all.length - 1)];
    }

    @Override
    public synchronized LedgerValue read() {
        if (chance.isEmpty() || chance.get().nextInt(3) == 0) {
            land();
        }
        return value.orElseThrow();
    }

    @Override
    public Commit replace(LedgerValue seen, LedgerValue next) {
        Fault fault;
        synchronized (this) {
            fault = fault();
            switch (fault) {
                case CONFLICT -> competitorCommits();
                case UNKNOWN_DROPPED -> {
                    return Commit.UNKNOWN;
                }
                case UNKNOWN_LATE -> {
                    underWay.add(new UnderWay(seen, next));
                    return Commit.UNKNOWN;
                }
                case NONE, UNKNOWN_APPLIED, SLOW -> {}
            }
        }
        if (fault == Fault.SLOW) {
            LockSupport.parkNanos(1_000_000);
        }
        Commit outcome = replaceNow(seen, next);
        return fault == Fault.UNKNOWN_APPLIED ? Commit.UNKNOWN : outcome;
    }

    private synchronized Commit replaceNow(LedgerValue seen, LedgerValue next) {
        if (value.orElseThrow().version() != seen.version()) {
            return Commit.CONFLICT;
        }
        value = Optional.of(next);
        notifyAll();
        return Commit.APPLIED;
    }

    private synchronized void land() {
        underWay.forEach(late -> replaceNow(late.seen(), late.next()));
        underWay.clear();
    }

    /** The same ledger in the next version. */
    private void competitorCommits() {
        RegisterWriter pen = new RegisterWriter(
                new LedgerRegister() {
                    @Override
                    public LedgerValue read() {
                        return value.orElseThrow();
                    }

                    @Override
                    public Commit replace(LedgerValue seen, LedgerValue next) {
                        return replaceNow(seen, next);
                    }
                },
                ENTRIES);
        Cells none = null;
        pen.read(none);
        pen.commit(none);
    }

    /** Returns a driver for one more process. */
    Client client() {
        return new Client();
    }

    /** Crashes the process with that number. It takes no more steps, and others clear up after it. */
    synchronized void kill(int member) {
        dead.set(member);
    }

    /** One process. All its turnstiles use this register. */
    final class Client implements Driver {
        private final Store store;
        private final OpenLedger ledger;

        private Client() {
            synchronized (MemoryRegister.this) {
                store = new Store(clients++);
            }
            ledger = new OpenLedger(store);
        }

        int self() {
            return store.self();
        }

        @Override
        public Turnstile open(Description description) {
            LedgerSystem.checkBounds(description.floor(), description.limit());
            description
                    .algorithm()
                    .filter(wanted -> !wanted.name().equals("ledger"))
                    .ifPresent(wanted -> {
                        throw new IllegalArgumentException("a register keeps a ledger, not " + wanted.name());
                    });
            if (description.growableTo() > RequestWord.UNITS_MAX) {
                throw new IllegalArgumentException("the limit can be at most " + RequestWord.UNITS_MAX);
            }
            Bounds bounds = new Bounds(description.floor(), description.limit());
            synchronized (MemoryRegister.this) {
                value = value.or(() -> Optional.of(LedgerValue.empty(bounds.floor(), bounds.limit())));
            }
            ledger.claim(description.name(), Optional.of(bounds), description.limitMayChange());
            return new LedgerTurnstile(description.name(), ledger, description.watched(), false);
        }

        /** Revokes the permit with this fence. */
        boolean takeAway(long fence) {
            boolean[] found = new boolean[1];
            ledger.change(now -> {
                for (int entry = 0; entry < now.inside(); entry++) {
                    if (now.fence(entry) == fence) {
                        found[0] = true;
                        return now.expel(now.who(entry));
                    }
                }
                return false;
            });
            return found[0];
        }

        <T> T look(Function<Ledger, T> look) {
            return ledger.inspect(look);
        }
    }

    private final class Store extends RegisterStore {
        private final Members members = new Members(this);
        private boolean interrupted; // guarded by the register

        Store(int self) {
            super(self, ENTRIES);
        }

        @Override
        public LedgerValue read() {
            return MemoryRegister.this.read();
        }

        @Override
        public Commit replace(LedgerValue seen, LedgerValue next) {
            return MemoryRegister.this.replace(seen, next);
        }

        @Override
        protected void await(long version, long nanos) {
            synchronized (MemoryRegister.this) {
                long end = System.nanoTime() + nanos;
                while (!interrupted && value.orElseThrow().version() == version && end - System.nanoTime() > 0) {
                    try {
                        TimeUnit.NANOSECONDS.timedWait(
                                MemoryRegister.this, Math.min(10_000_000, end - System.nanoTime()));
                    } catch (InterruptedException unexpected) {
                        throw new IllegalStateException(unexpected);
                    }
                    land();
                }
                interrupted = false;
            }
        }

        @Override
        protected void interruptWait() {
            synchronized (MemoryRegister.this) {
                interrupted = true;
                MemoryRegister.this.notifyAll();
            }
        }

        @Override
        public Membership members() {
            return members;
        }

        @Override
        public String toString() {
            return "memory";
        }
    }

    /** The members. Their numbers are never reused, like those of sessions. */
    private final class Members implements Membership {
        private final Store store;

        Members(Store store) {
            this.store = store;
        }

        @Override
        public long state(int member) {
            return member;
        }

        @Override
        public boolean isDead(int member) {
            synchronized (MemoryRegister.this) {
                return dead.get(member);
            }
        }

        @Override
        public void free(int member, long seen) {}

        @Override
        public Snapshot.Owner owner(int member) {
            Snapshot.Life life = isDead(member) ? Snapshot.Life.DEAD : Snapshot.Life.ALIVE;
            return new Snapshot.Owner(member, "client " + member, life, OptionalLong.empty(), false);
        }

        @Override
        public void wants(Optional<Bounds> bounds) {
            synchronized (MemoryRegister.this) {
                bounds.ifPresentOrElse(it -> wanted.put(store.self(), it), () -> wanted.remove(store.self()));
            }
        }

        @Override
        public Optional<Snapshot.Owner> wantsOtherwise(Bounds than) {
            synchronized (MemoryRegister.this) {
                return wanted.entrySet().stream()
                        .filter(each -> !each.getValue().equals(than) && !dead.get(each.getKey()))
                        .findFirst()
                        .map(each -> owner(each.getKey()));
            }
        }

        @Override
        public void setLimit() {
            synchronized (MemoryRegister.this) {
                limitSetter = Optional.of("client " + store.self());
            }
        }

        @Override
        public Optional<String> limitSetter() {
            synchronized (MemoryRegister.this) {
                return limitSetter;
            }
        }
    }
}
