package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Timer;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A process of the tree that finds its place in the tree itself.
 *
 * <p>The idea. Every node repeatedly sends its neighbours its distance from the root, in a beacon. Its own distance is
 * one more than the least that it has heard, and its parent is the first neighbour from which it has heard that least
 * distance (the minimum-plus-one rule; self-stabilising, as in Delaet, Ducourthial and Tixeuil 2005, which datta-2009
 * cites). The beacon also tells the parent that the sender is its child, so a node knows its children. Each beacon
 * replaces what was heard before. Distances that are too small grow with each beacon until they are right, and none is
 * larger than n.
 *
 * <p>Between beacons, the node is a process of the tree that these neighbours form. If it has no parent yet, or is the
 * root and has no children, its only channel leads to itself, and nothing is sent there.
 */
final class NetworkProcess implements Node<TreeMessage> {
    private static final Optional<Timer> BEACON = Optional.of(new Timer("beacon", 1));

    private final int index;
    private final int n;
    private final int[] neighbours;
    private final int patience;
    private final TreeProcess process;
    private final int[] heard; // by neighbour: its distance, as last heard
    private final boolean[] isChild; // by neighbour: as last heard
    private int ticks; // root: timeouts since it last sent a controller

    NetworkProcess(Protocol protocol, int index, int nodes, int[] neighbours, int patience) {
        this.index = index;
        n = nodes;
        this.neighbours = neighbours;
        this.patience = patience;
        heard = new int[neighbours.length];
        Arrays.fill(heard, n);
        isChild = new boolean[neighbours.length];
        process = new TreeProcess(protocol, isRoot(), isRoot(), channels(), Math.max(1, neighbours.length));
    }

    private boolean isRoot() {
        return index == 0;
    }

    private int distance() {
        int least = Arrays.stream(heard).min().orElse(n);
        return isRoot() ? 0 : Math.min(n, least + 1);
    }

    /** Returns the index of the parent among the neighbours, or a negative number if there is none. */
    private int parent() {
        int wanted = distance() - 1;
        return isRoot() || distance() == n
                ? -1
                : IntStream.range(0, heard.length)
                        .filter(i -> heard[i] == wanted)
                        .findFirst()
                        .orElseThrow();
    }

    /** Returns the parent, followed by the children in ascending order. */
    private int[] channels() {
        int parent = parent();
        int[] found = IntStream.concat(
                        IntStream.of(parent).filter(i -> i >= 0),
                        IntStream.range(0, neighbours.length).filter(i -> isChild[i] && i != parent))
                .map(i -> neighbours[i])
                .toArray();
        boolean hasPlace = n == 1 || (isRoot() ? found.length > 0 : parent >= 0);
        return hasPlace ? found : new int[] {index};
    }

    @Override
    public void receive(int from, TreeMessage message, Outbox<TreeMessage> out) {
        if (message instanceof TreeMessage.Beacon(int distance, boolean isYourChild)) {
            int i = Arrays.binarySearch(neighbours, from);
            heard[i] = distance;
            isChild[i] = isYourChild;
            process.place(isRoot(), channels());
        } else {
            process.receive(from, message, ofTree(out));
        }
    }

    @Override
    public Optional<Timer> timer() {
        return BEACON;
    }

    @Override
    public void timeout(Outbox<TreeMessage> out) {
        int parent = parent();
        for (int i = 0; i < neighbours.length; i++) {
            out.send(neighbours[i], new TreeMessage.Beacon(distance(), i == parent));
        }
        if (isRoot()) {
            ticks++;
            if (ticks >= patience) {
                ticks = 0;
                process.timeout(ofTree(out));
            }
        }
    }

    private Outbox<TreeMessage> ofTree(Outbox<TreeMessage> out) {
        return new Outbox<>() {
            @Override
            public void send(int to, TreeMessage message) {
                if (to != index) {
                    out.send(to, message);
                }
            }

            @Override
            public int choose(int bound) {
                return out.choose(bound);
            }

            @Override
            public void restartTimer() {
                ticks = 0;
            }
        };
    }

    @Override
    public Region region() {
        return process.region();
    }

    @Override
    public int units() {
        return process.units();
    }

    @Override
    public long tokens() {
        return process.tokens();
    }

    @Override
    public void acquire(int units, Outbox<TreeMessage> out) {
        process.acquire(units, ofTree(out));
    }

    @Override
    public void release(Outbox<TreeMessage> out) {
        process.release(ofTree(out));
    }

    @Override
    public void cancel(Outbox<TreeMessage> out) {
        process.cancel(ofTree(out));
    }

    @Override
    public void state(Fields fields) {
        for (int i = 0; i < neighbours.length; i++) {
            heard[i] = fields.range("heard[" + neighbours[i] + "]", heard[i], 0, n);
            isChild[i] = fields.flag("child[" + neighbours[i] + "]", isChild[i]);
        }
        process.place(isRoot(), channels());
        process.state(fields);
        ticks = isRoot() ? fields.range("ticks", ticks, 0, patience) : 0;
    }
}
