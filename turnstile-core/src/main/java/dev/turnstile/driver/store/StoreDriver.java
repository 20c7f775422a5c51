package dev.turnstile.driver.store;

import dev.turnstile.Description;
import dev.turnstile.Driver;
import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.Incidents;
import dev.turnstile.algorithm.store.Party;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.algorithm.store.StoredLedger;
import dev.turnstile.algorithm.store.WhenSilent;
import dev.turnstile.driver.ledger.Bounds;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The driver for turnstiles between machines, on a store that they all reach. All processes that open a turnstile under
 * the same name in the same store share it.
 *
 * <pre>{@code
 * Turnstile gate = Turnstile.atMost(3).named("render").open(Jdbc.on(dataSource));
 * try (Permit permit = gate.acquire()) {
 *     // at most three holders on all machines are here, as long as they check isHeld
 * }
 * }</pre>
 *
 * <p><b>Deadlines.</b> A permit is valid until its {@link dev.turnstile.Permit#deadline}, which every answered
 * heartbeat moves. At any moment, the units of all valid permits are within the limit. A process that is stopped, or
 * cut off from the store, for longer than the {@link #lease} loses its permits, and is told by
 * {@link dev.turnstile.Permit#onLost} when it goes on. Code that does not check {@link dev.turnstile.Permit#isHeld} may
 * then still be running while another holder is inside.
 *
 * <p><b>Crashes.</b> A process may be killed at any instruction. Its units go to the next waiter one lease later.
 *
 * <p><b>Outages.</b> While the store does not answer, {@code acquire} waits, {@code tryAcquire} returns empty after its
 * timeout, or after one lease if it has none, and closing a permit or a turnstile returns after a third of a lease at
 * the latest; the place is given back when the store answers again. A holder of a window does not leave meanwhile:
 * other holders may be leaving, too, and only the store knows whether enough remain. So {@code close} and
 * {@code startRelease} wait there, {@code tryRelease} returns false, and {@code abandon} returns as above.
 *
 * <p><b>Cost.</b> One commit to the store to enter, and one to leave. All threads of a process share commits. Each
 * process writes to the store three times per lease for each store that it uses.
 *
 * <p>Instances are immutable.
 */
public final class StoreDriver implements Driver {
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration LEASE_MIN = Duration.ofSeconds(2);
    private static final Duration LEASE_MAX = Duration.ofMinutes(10);

    private final Store.Opener opener;
    private final Duration lease;
    private final Optional<WhenSilent> whenSilent;
    private final String node;
    private final String program;
    private final boolean stopsWhenAsked;
    private final boolean countsWhenReady;

    private StoreDriver(
            Store.Opener opener,
            Duration lease,
            Optional<WhenSilent> whenSilent,
            String node,
            String program,
            boolean stopsWhenAsked,
            boolean countsWhenReady) {
        this.opener = opener;
        this.lease = lease;
        this.whenSilent = whenSilent;
        this.node = node;
        this.program = program;
        this.stopsWhenAsked = stopsWhenAsked;
        this.countsWhenReady = countsWhenReady;
    }

    /** Returns a driver for turnstiles in this store. */
    public static StoreDriver on(Store.Opener opener) {
        return new StoreDriver(
                Objects.requireNonNull(opener, "the store must not be null"),
                LEASE,
                Optional.empty(),
                host(),
                thisProgram(),
                false,
                false);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "localhost";
        }
    }

    private static String thisProgram() {
        String command = System.getProperty("sun.java.command", "java");
        int end = command.indexOf(' ');
        return end < 0 ? command : command.substring(0, end); // arguments carry secrets
    }

    /**
     * Returns a driver whose processes may be silent for this long before they lose their permits: from 2 seconds to 10
     * minutes. A short lease frees the units of a crashed process sooner; a long one survives longer pauses and
     * outages. Default: 15 seconds.
     */
    public StoreDriver lease(Duration wanted) {
        if (wanted.compareTo(LEASE_MIN) < 0 || wanted.compareTo(LEASE_MAX) > 0) {
            throw new IllegalArgumentException("the lease must be between " + LEASE_MIN.toSeconds() + " s and "
                    + LEASE_MAX.toMinutes() + " min, not " + wanted.toMillis() + " ms");
        }
        return new StoreDriver(opener, wanted, whenSilent, node, program, stopsWhenAsked, countsWhenReady);
    }

    /** Returns a driver that says what becomes of the permits of a silent process; see {@link WhenSilent}. */
    public StoreDriver whenSilent(WhenSilent wanted) {
        return new StoreDriver(opener, lease, Optional.of(wanted), node, program, stopsWhenAsked, countsWhenReady);
    }

    /** Returns a driver with which this machine appears under this name in snapshots. Default: the name of the host. */
    public StoreDriver node(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a node must not be blank");
        }
        return new StoreDriver(opener, lease, whenSilent, name, program, stopsWhenAsked, countsWhenReady);
    }

    /**
     * Returns a driver with which this process appears under this name in snapshots. Leave out arguments, which may be
     * secret: all users of the store see the name. Default: the main class.
     */
    public StoreDriver as(String shown) {
        return new StoreDriver(opener, lease, whenSilent, node, shown, stopsWhenAsked, countsWhenReady);
    }

    /**
     * Returns a driver with which permits stay held when an operator revokes them. The task passed to
     * {@link dev.turnstile.Permit#onLost} must then see to it that the permit is closed soon. Default: a revoked permit
     * is taken away at once.
     */
    public StoreDriver stoppingWhenAsked() {
        return new StoreDriver(opener, lease, whenSilent, node, program, true, countsWhenReady);
    }

    /**
     * Returns a driver with which a permit of a window counts toward the limit from the start, but toward the floor
     * only after {@link dev.turnstile.Permit#ready}. Default: the permit counts toward both at once.
     */
    public StoreDriver countingWhenReady() {
        return new StoreDriver(opener, lease, whenSilent, node, program, stopsWhenAsked, true);
    }

    /** Returns the operator for the turnstiles in this store. */
    public StoreOperator operator() {
        return new StoreOperator(
                opener, lease, new Party(ProcessHandle.current().pid(), node, program));
    }

    /**
     * Returns what went wrong between this process and this store, whichever turnstiles it has open there. Makes no
     * call. Counting starts over when a process that has had no turnstile open for two leases opens one again. Other
     * processes see the same numbers, up to a third of a lease later, in {@link StoreOperator#sessions()}.
     */
    public Incidents incidents() {
        return StoreHub.incidents(opener);
    }

    /**
     * Ends the sessions of this process in this driver's store that have no permit open, and closes their connections,
     * instead of when the JVM ends. Drivers of other stores are not affected.
     */
    public void endSessions() {
        StoreHub.endAll(opener);
    }

    /**
     * Opens a turnstile.
     *
     * @throws IllegalArgumentException if the name or a size is not allowed, or other processes have the turnstile open
     *     with other settings
     * @throws TurnstileUnusableException if the store does not answer, or the turnstile in it can't be used
     */
    @Override
    public Turnstile open(Description wanted) {
        TurnstileKeys.checkName(wanted.name());
        wanted.algorithm()
                .filter(algorithm -> !algorithm.name().equals("ledger"))
                .ifPresent(algorithm -> {
                    throw new IllegalArgumentException(
                            algorithm.name() + " cannot run on a store; leave it out, or use the ledger");
                });
        LedgerSystem.checkBounds(wanted.floor(), wanted.limit());
        if (wanted.growableTo() > RequestWord.UNITS_MAX) {
            throw new IllegalArgumentException("growableTo(" + wanted.growableTo()
                    + ") is not possible: the limit can be at most " + RequestWord.UNITS_MAX + " between machines");
        }
        if (wanted.participants().orElse(1) > StoredLedger.ENTRIES_MAX) {
            throw new IllegalArgumentException("participants must be at most " + StoredLedger.ENTRIES_MAX
                    + " between machines, not " + wanted.participants().orElseThrow());
        }
        try {
            return join(wanted.name(), Optional.of(new Bounds(wanted.floor(), wanted.limit())), wanted.limitMayChange())
                    .map(joined -> joined.turnstile(wanted.watched()))
                    .orElseThrow();
        } catch (StoreException noAnswer) {
            throw new TurnstileUnusableException(noAnswer.getMessage(), noAnswer);
        }
    }

    /** Opens the turnstile of this name with the bounds in force, if there is one. */
    public Optional<Turnstile> join(String name, boolean watched) {
        try {
            return join(TurnstileKeys.checkName(name), Optional.empty(), false)
                    .map(joined -> joined.turnstile(watched));
        } catch (StoreException noAnswer) {
            throw new TurnstileUnusableException(noAnswer.getMessage(), noAnswer);
        }
    }

    /** A turnstile whose roster this process has joined. */
    private record Joined(StoreDriver driver, String name, StoreHub hub, Edits.Changed<StoredLedger.Row> row) {
        Turnstile turnstile(boolean watched) {
            boolean hasFloor = row.value().floor() > 0;
            OpenRegister register = hub.use(name, row, hasFloor, driver.stopsWhenAsked);
            return new StoreTurnstile(name, hub, register, watched, driver.countsWhenReady);
        }
    }

    private Optional<Joined> join(String name, Optional<Bounds> bounds, boolean insists) throws StoreException {
        WhenSilent silence = whenSilent.orElse(
                bounds.isPresent() && bounds.get().floor() > 0 ? WhenSilent.KEEPS_PLACE : WhenSilent.LOSES_PLACE);
        if (bounds.isEmpty() && whenSilent.isEmpty()) {
            silence = silenceInForce(name).orElse(silence);
        }
        StoreHub.Key key = new StoreHub.Key(opener, lease, silence, node, program);
        StoreHub hub = StoreHub.of(key);
        while (!hub.announce(name)) {
            hub = StoreHub.of(key);
        }
        Optional<Joined> joined = Optional.empty();
        try {
            joined = join(name, bounds, insists, hub);
            return joined;
        } finally {
            if (joined.isEmpty()) {
                hub.retract(name);
            }
        }
    }

    private Optional<Joined> join(String name, Optional<Bounds> bounds, boolean insists, StoreHub hub)
            throws StoreException {
        SessionId self = hub.keeper()
                .live()
                .orElseThrow(() -> new StoreException(opener + " has not answered for a while; try again later"));
        Edits edits = hub.edits(name);
        Set<SessionId> silent =
                Edits.repeat(hub.key().lease().dividedBy(2), () -> Optional.of(silentIn(edits.read(), hub)));
        Claim claim = new Claim(name, bounds, insists, hub.key().whenSilent(), self, silent, hub.self());
        Optional<Edits.Changed<StoredLedger.Row>> row = edits.change(
                () -> bounds.map(mine -> StoredLedger.empty(mine.floor(), mine.limit(), claim.silence())),
                draft -> Edits.Edit.of(claim.make(draft)));
        hub.suspect(silent);
        return row.map(joined -> new Joined(this, name, hub, joined));
    }

    private Optional<WhenSilent> silenceInForce(String name) throws StoreException {
        try (Store store = opener.open(lease.dividedBy(6))) {
            return new Edits(store, name, lease).read().map(StoredLedger::whenSilent);
        }
    }

    /**
     * Returns the sessions in the roster that have ended, or that seem silent by wall clock: a hint, not a decision.
     */
    private Set<SessionId> silentIn(Optional<StoredLedger> value, StoreHub hub) throws StoreException {
        if (value.isEmpty()) {
            return Set.of();
        }
        List<SessionId> all = value.get().roster().stream()
                .map(StoredLedger.Row::session)
                .filter(session -> !hub.keeper().live().equals(Optional.of(session)))
                .toList();
        Map<SessionId, SessionRecord> records = hub.records(all);
        Set<SessionId> silent = new HashSet<>();
        long now = System.currentTimeMillis();
        for (SessionId session : all) {
            SessionRecord record = records.get(session);
            if (record == null || record.isOver() || now - record.beatAt() > 2 * record.leaseMillis()) {
                silent.add(session);
            }
        }
        return silent;
    }
}
