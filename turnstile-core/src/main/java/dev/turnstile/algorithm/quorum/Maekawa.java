package dev.turnstile.algorithm.quorum;

import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;

/**
 * Maekawa's mutual exclusion (1985) on any coterie, with a correction that makes it deadlock-free. {@link Lock} is the
 * algorithm. This class makes the lock a system of its own and defines its messages.
 */
public final class Maekawa extends AbstractNodeSystem<Maekawa.MaekawaMessage> {
    private final Coterie coterie;
    private final Courtesy courtesy;

    /** When a waiting requester returns a vote that a member asks back. */
    public enum Courtesy {
        /** Always. The simplest rule, with the fewest messages. */
        ALWAYS,
        /**
         * When it knows that another request comes first at some member. It is informed when that becomes so. Sanders
         * 1987.
         */
        SANDERS,
        /** As in 1985: a requester that was next in line and is overtaken is not informed. Deadlocks. */
        MAEKAWA
    }

    /** The messages between nodes. A request is identified by its clock. */
    public sealed interface MaekawaMessage extends Message {
        /** Asks for the member's vote. */
        @Tag(0)
        record Request(long clock) implements MaekawaMessage {}

        /** Lends the vote; {@code now} is the member's clock. */
        @Tag(1)
        record Locked(long clock, long now) implements MaekawaMessage {}

        /** Reports that another request comes first. */
        @Tag(2)
        record Failed(long clock) implements MaekawaMessage {}

        /** Asks for the vote back. */
        @Tag(3)
        record Inquire(long clock) implements MaekawaMessage {}

        /** Returns the vote; the sender still waits for it. */
        @Tag(4)
        record Yield() implements MaekawaMessage {}

        /** Returns the vote, or withdraws the request. */
        @Tag(5)
        record Release() implements MaekawaMessage {}
    }

    /** Creates the system on a coterie, with {@link Courtesy#ALWAYS}. */
    public Maekawa(Coterie coterie) {
        this(coterie, Courtesy.ALWAYS);
    }

    /** Creates the system with another rule for returning votes. */
    public Maekawa(Coterie coterie, Courtesy courtesy) {
        super(coterie.nodes(), 1, MaekawaMessage.class);
        this.coterie = coterie;
        this.courtesy = courtesy;
    }

    @Override
    public boolean fits(MaekawaMessage message) {
        return isPossible(message);
    }

    /** Returns whether some node can have sent this message. */
    static boolean isPossible(MaekawaMessage message) {
        return switch (message) {
            case MaekawaMessage.Request(long clock) -> clock > 0;
            case MaekawaMessage.Locked(long clock, long now) -> clock > 0 && now >= clock;
            case MaekawaMessage.Failed(long clock) -> clock > 0;
            case MaekawaMessage.Inquire(long clock) -> clock > 0;
            case MaekawaMessage.Yield() -> true;
            case MaekawaMessage.Release() -> true;
        };
    }

    @Override
    public Node<MaekawaMessage> node(int index) {
        return new Asker(index);
    }

    @Override
    public NodeFacts<MaekawaMessage> facts() {
        return super.facts().withBytesAtLeast(coterie.bytesOfQuorums());
    }

    private final class Asker extends QuorumNode<MaekawaMessage> {
        private final Lock lock;
        private Region region = Region.REMAINDER;

        Asker(int index) {
            super(index);
            lock = new Lock(n, coterie.quorum(index), courtesy);
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        void enter(int units, Outbox<MaekawaMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(units, 1);
            region = Region.TRYING;
            lock.acquire(new MaekawaSender(out));
        }

        @Override
        void take(int from, MaekawaMessage message, Outbox<MaekawaMessage> out) {
            hear(lock, from, message, new MaekawaSender(out));
            if (region == Region.TRYING && lock.hasAll()) {
                lock.keep();
                region = Region.CRITICAL;
            }
        }

        @Override
        void leave(Outbox<MaekawaMessage> out) {
            expect(Region.CRITICAL, region);
            region = Region.REMAINDER;
            lock.release(new MaekawaSender(out));
        }

        @Override
        void giveUp(Outbox<MaekawaMessage> out) {
            expect(Region.TRYING, region);
            region = Region.REMAINDER;
            lock.release(new MaekawaSender(out));
        }

        @Override
        public void state(Fields fields) {
            region = regionOf(fields, region);
            lock.state(fields, "");
        }
    }

    /** Passes a message to the lock. */
    static void hear(Lock lock, int from, MaekawaMessage message, Lock.LockSender sender) {
        switch (message) {
            case MaekawaMessage.Request(long clock) -> lock.onRequest(from, clock, sender);
            case MaekawaMessage.Locked(long clock, long now) -> lock.onLocked(from, clock, now);
            case MaekawaMessage.Failed(long clock) -> lock.onFailed(from, clock, sender);
            case MaekawaMessage.Inquire(long clock) -> lock.onInquire(from, clock, sender);
            case MaekawaMessage.Yield() -> lock.onYield(sender);
            case MaekawaMessage.Release() -> lock.onRelease(from, sender);
        }
    }

    /** Sends what the lock sends as messages. */
    record MaekawaSender(Outbox<MaekawaMessage> out) implements Lock.LockSender {
        @Override
        public void request(int to, long clock) {
            out.send(to, new MaekawaMessage.Request(clock));
        }

        @Override
        public void locked(int to, long clock, long now) {
            out.send(to, new MaekawaMessage.Locked(clock, now));
        }

        @Override
        public void failed(int to, long clock) {
            out.send(to, new MaekawaMessage.Failed(clock));
        }

        @Override
        public void inquire(int to, long clock) {
            out.send(to, new MaekawaMessage.Inquire(clock));
        }

        @Override
        public void giveWay(int to) {
            out.send(to, new MaekawaMessage.Yield());
        }

        @Override
        public void release(int to) {
            out.send(to, new MaekawaMessage.Release());
        }
    }
}
