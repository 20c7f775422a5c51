package dev.turnstile.driver.nodes;

import dev.turnstile.machine.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Gives callers the nodes of this JVM. Whoever finds none idle stands in one line for all of them, first come first: no
 * caller waits behind a node that stays inside while another node has nothing to do.
 *
 * <p>The node that came back last is given out first: a token that stayed with it is taken again without a message.
 * Where tokens circulate, the node that came back first is: they have left the last one, and would have to go all the
 * way round to it.
 *
 * <p>A request for several nodes collects places one by one. Two that do so could each hold what the other needs; so
 * only the first of them collects, and the others wait for that to end.
 */
final class Reception<M extends Message> {
    private final Deque<Host<M>> idle = new ArrayDeque<>();
    private final Deque<Request<M>> line = new ArrayDeque<>();
    private final Deque<Request<M>> collecting = new ArrayDeque<>(); // the first of them does

    private final boolean circulates;

    /** Of these nodes, whose tokens circulate, or stay where they were used last. */
    Reception(List<Host<M>> hosts, boolean circulates) {
        idle.addAll(hosts);
        this.circulates = circulates;
    }

    /** Gives it its nodes, or else puts it in line. */
    synchronized boolean arrive(Request<M> request) {
        return arriveIfIdle(request) || stand(request);
    }

    private boolean stand(Request<M> request) {
        line.add(request);
        return false;
    }

    /** Gives it its nodes if they are idle, and nobody stands in line. */
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

    /** A node is idle again; returns those in line who have their nodes by that, and may ask. */
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

    /** Takes it out of the line; empty if it has nodes already, else those who have theirs by that. */
    synchronized Optional<List<Request<M>>> withdraw(Request<M> request) {
        return line.remove(request) ? Optional.of(seatFromLine()) : Optional.empty();
    }

    /** Whether a request that has its nodes may ask with them now: alone, or as the first that collects. */
    boolean mayAsk(Request<M> request) {
        return !request.isSeveral() || mayCollect(request);
    }

    private synchronized boolean mayCollect(Request<M> request) {
        if (request.state() != NodeRequest.State.WAITING) {
            return false; // it gave up first, and nobody would end its turn
        }
        collecting.add(request);
        return collecting.element() == request;
    }

    /** It has all, or has given up; returns the next that may collect, if it is another one's turn by that. */
    synchronized Optional<Request<M>> collected(Request<M> request) {
        boolean wasFirst = collecting.peek() == request;
        collecting.remove(request);
        return wasFirst ? Optional.ofNullable(collecting.peek()) : Optional.empty();
    }

    /** Those who wait for nodes, or for their turn to collect. */
    synchronized List<Request<M>> waiting() {
        List<Request<M>> all = new ArrayList<>(line);
        all.addAll(collecting);
        return all;
    }
}
