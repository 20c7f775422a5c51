package dev.turnstile.driver.nodes;

import dev.turnstile.Snapshot;
import dev.turnstile.driver.Patience;
import dev.turnstile.driver.PatientPermit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The permit of a {@link NodeTurnstile}, for a request that is inside. */
final class NodePermit extends PatientPermit {
    private final NodeTurnstile gate;
    private final NodeRequest request;
    private final String thread; // that acquired it, if watched
    private final long since;

    NodePermit(NodeTurnstile gate, NodeRequest request, int units, String thread, long since) {
        super(units);
        this.gate = gate;
        this.request = request;
        this.thread = thread;
        this.since = since;
    }

    @Override
    protected String gateName() {
        return gate.name();
    }

    @Override
    public List<Integer> slots() {
        return grant().slots();
    }

    @Override
    public long fence() {
        return grant().fence();
    }

    private NodeRequest.Grant grant() {
        ask();
        return request.grant().orElseThrow(this::neverAsked);
    }

    @Override
    protected boolean leave(Patience patience) {
        return gate.leave(request, patience);
    }

    @Override
    protected boolean leaveAtOnce() {
        return gate.leaveAtOnce(request);
    }

    @Override
    protected boolean stop(Patience patience) {
        gate.refuseToStop();
        return false;
    }

    @Override
    protected void releasePart(int part) {
        lessen(part);
        request.leave(part);
    }

    @Override
    protected void afterLeaving() {
        gate.afterLeaving(this);
    }

    /** Returns the entry of this permit in a snapshot, or empty if the permit has just been released. */
    Optional<Snapshot.Holder> shown(long now) {
        return request.grant()
                .map(grant -> new Snapshot.Holder(
                        grant.slots().getFirst(),
                        grant.slots(),
                        grant.fence(),
                        grant.slots().size(),
                        Optional.of(thread),
                        Optional.of(Duration.ofNanos(Math.max(0, now - since))),
                        isLeaving() && gate.isWindow() ? Snapshot.Standing.LEAVING : Snapshot.Standing.INSIDE,
                        Optional.empty()));
    }
}
