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
 * Maekawa's mutual exclusion (1985) on any coterie, with a correction that makes it free of deadlock: {@link Lock} is
 * the algorithm, this is the lock as a system of its own, and what its messages look like.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Maekawa(Coterie.of("grid", 9));
 * }</pre>
 */
public final class Maekawa extends AbstractNodeSystem<Maekawa.MaekawaMessage> {
    private final Coterie coterie;
    private final Courtesy courtesy;

    /** When one who waits gives a vote back that it is asked for. */
    public enum Courtesy {
        /** Always: the simplest, with the fewest messages. */
        ALWAYS,
        /** When it knows that others come before it somewhere; and it is told when that becomes so. Sanders 1987. */
        SANDERS,
        /** As in 1985: it is not told if it was the next and is overtaken. Deadlocks. */
        MAEKAWA
    }

    /** What nodes tell each other. A request is named by its clock. */
    public sealed interface MaekawaMessage extends Message {
        /** May I have your vote? */
        @Tag(0)
        record Request(long clock) implements MaekawaMessage {}

        /** You have it. So late it is. */
        @Tag(1)
        record Locked(long clock, long now) implements MaekawaMessage {}

        /** Not you next. */
        @Tag(2)
        record Failed(long clock) implements MaekawaMessage {}

        /** May I have my vote back? */
        @Tag(3)
        record Inquire(long clock) implements MaekawaMessage {}

        /** Here it is; I still want it. */
        @Tag(4)
        record Yield() implements MaekawaMessage {}

        /** Here it is; or I do not want it any more. */
        @Tag(5)
        record Release() implements MaekawaMessage {}
    }

    /** For the nodes of a coterie. */
    public Maekawa(Coterie coterie) {
        this(coterie, Courtesy.ALWAYS);
    }

    /** With another courtesy. */
    public Maekawa(Coterie coterie, Courtesy courtesy) {
        super(coterie.nodes(), 1, MaekawaMessage.class);
        this.coterie = coterie;
        this.courtesy = courtesy;
    }

    @Override
    public boolean fits(MaekawaMessage message) {
        return isPossible(message);
    }

    /** Whether anybody can have sent this. */
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

    /** A lock hears what was said to it. */
    static void hear(Lock lock, int from, MaekawaMessage message, Lock.LockSender voice) {
        switch (message) {
            case MaekawaMessage.Request(long clock) -> lock.onRequest(from, clock, voice);
            case MaekawaMessage.Locked(long clock, long now) -> lock.onLocked(from, clock, now);
            case MaekawaMessage.Failed(long clock) -> lock.onFailed(from, clock, voice);
            case MaekawaMessage.Inquire(long clock) -> lock.onInquire(from, clock, voice);
            case MaekawaMessage.Yield() -> lock.onYield(voice);
            case MaekawaMessage.Release() -> lock.onRelease(from, voice);
        }
    }

    /** A lock speaks by messages. */
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
