package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Assigns local nodes to callers. Callers that find no idle node wait in one FIFO line for all nodes. So no caller
 * waits behind a node that stays inside while another node is idle.
 *
 * <p>The node that came back last is assigned first, because a token that stayed with it can be used again without a
 * message. If tokens circulate, the node that came back first is assigned first. The tokens have left the last one, and
 * would have to go all the way round to reach it.
 *
 * <p>A request for several nodes collects places one by one. Two such requests could each hold what the other needs. So
 * only the first of them collects, and the others wait until it has finished.
 */
final class Reception<M extends Message> {
    private final Deque<Host<M>> idle = new ArrayDeque<>();
    private final Deque<Request<M>> line = new ArrayDeque<>();
    private final Deque<Request<M>> collecting = new ArrayDeque<>(); // only the first of them collects

    private final boolean circulates;

    /** Creates a reception for these nodes, whose tokens circulate or stay where they were used last. */
    Reception(List<Host<M>> hosts, boolean circulates) {
        idle.addAll(hosts);
        this.circulates = circulates;
    }

    /** Assigns its nodes to the request and returns true, or else appends it to the line and returns false. */
    synchronized boolean arrive(Request<M> request) {
        return arriveIfIdle(request) || stand(request);
    }

    private boolean stand(Request<M> request) {
        line.add(request);
        return false;
    }

    /** Assigns its nodes to the request if enough of them are idle and the line is empty. */
    synchronized boolean arriveIfIdle(Request<M> request) {
        if (!line.isEmpty() || idle.size() < request.nodes()) {
            return false;
        }
        seat(request);
        return true;
    }

    private void seat(Request<M> request) {
        if (!request.isSeveral()) {
            request.hosts(List.of(idle.pop()));
            return;
        }
        List<Host<M>> some = new ArrayList<>(request.nodes());
        for (int i = 0; i < request.nodes(); i++) {
            some.add(idle.pop());
        }
        request.hosts(List.copyOf(some));
    }

    /**
     * Takes a node back. Returns the requests from the line that have received their nodes as a result, and may ask.
     */
    synchronized List<Request<M>> freed(Host<M> host) {
        if (circulates) {
            idle.add(host);
        } else {
            idle.push(host);
        }
        return line.isEmpty() ? List.of() : seatFromLine();
    }

    private List<Request<M>> seatFromLine() {
        List<Request<M>> seated = new ArrayList<>();
        while (!line.isEmpty() && idle.size() >= line.element().nodes()) {
            seat(line.element());
            seated.add(line.remove());
        }
        return seated;
    }

    /**
     * Removes the request from the line. Returns empty if it already has nodes, otherwise the requests that have
     * received theirs as a result.
     */
    synchronized Optional<List<Request<M>>> withdraw(Request<M> request) {
        return line.remove(request) ? Optional.of(seatFromLine()) : Optional.empty();
    }

    /**
     * Returns whether a request that has its nodes may ask with them now, because it needs only one or is the first to
     * collect.
     */
    boolean mayAsk(Request<M> request) {
        return !request.isSeveral() || mayCollect(request);
    }

    private synchronized boolean mayCollect(Request<M> request) {
        if (request.state() != NodeRequest.State.WAITING) {
            return false; // it has already given up, so nothing would end its turn
        }
        collecting.add(request);
        return collecting.element() == request;
    }

    /**
     * Ends the turn of a request that has collected all its places or given up. Returns the next request that may
     * collect, if it was the turn of the given one.
     */
    synchronized Optional<Request<M>> collected(Request<M> request) {
        boolean wasFirst = collecting.peek() == request;
        collecting.remove(request);
        return wasFirst ? Optional.ofNullable(collecting.peek()) : Optional.empty();
    }

    /** Returns the requests that wait for nodes or for their turn to collect. */
    synchronized List<Request<M>> waiting() {
        List<Request<M>> all = new ArrayList<>(line);
        all.addAll(collecting);
        return all;
    }
}
