package dev.turnstile.algorithm.quorum;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.algorithm.forest.Mechanisms;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.quorum.coterie.Coterie;
import dev.turnstile.machine.AbstractNodeSystem;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.facts.NodeFacts;
import dev.turnstile.machine.wire.Tag;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * (l,k)-GCS (kamei-2019, section 5, algorithm 3): at least l and at most k nodes are inside at all times. It is
 * composed of two algorithms. lmin, an l-mutual inclusion, decides which nodes may leave. kmex, a k-mutual exclusion,
 * decides which nodes may enter.
 *
 * <p>lmin is {@link Mutin}. kmex is its {@link Complement}, MUTIN(n-k) with inside and outside exchanged. Since the
 * paper calls the composition versatile, kmex can also be another algorithm for k-exclusion, but not every one. A node
 * that waits to leave stays inside until another node enters. So kmex must admit a node to a free place although
 * another node stays inside. Raymond's algorithm does. The forest does not if k is more than 1
 * ({@link dev.turnstile.machine.NodeSystem#holdersBlockOthers}), and then all nodes can wait forever.
 *
 * <p>l = 0 needs no lmin, and k = n needs no kmex. l must be less than k: with l = k, no node could move first.
 */
public final class Gcs extends AbstractNodeSystem<Gcs.GcsMessage> {
    /** A leaving node calls kmex while it handles a message, and then no choice may be random. */
    private static final Mechanisms WITHOUT_CHANCE =
            new Mechanisms(Mechanisms.TokenChoice.RANDOM, 2, Mechanisms.Destinations.ROTATING);

    private final int inside; // initially
    private final Optional<Subsystem<?>> lmin;
    private final Optional<Subsystem<?>> kmex;

    /** The k-exclusion algorithms for the composition. */
    public enum Kmex {
        /** MUTIN(n-k) with inside and outside exchanged, as in the paper. */
        MUTIN,
        /** Raymond 1989. */
        RAYMOND,
        /** The token forest. Deadlocks if l > 0 and 1 < k < n. */
        FOREST
    }

    /** The messages between nodes: those of the two subsystems. */
    public sealed interface GcsMessage extends Message {
        /** A message of the inclusion. */
        @Tag(0)
        record Lmin(Mutin.MutinMessage told) implements GcsMessage {}

        /** A message of the exclusion, if it is the complement of an inclusion. */
        @Tag(1)
        record KmexMutin(Mutin.MutinMessage told) implements GcsMessage {}

        /** A message of the exclusion, if it is Raymond's. */
        @Tag(2)
        record KmexRaymond(Raymond.RaymondMessage told) implements GcsMessage {}

        /** A message of the exclusion, if it is the forest. */
        @Tag(3)
        record KmexForest(Forest.ForestMessage told) implements GcsMessage {}
    }

    /**
     * Creates the composition of the paper: at least l and at most k nodes inside.
     *
     * @param inside how many nodes are inside initially, those with the lowest numbers
     * @throws IllegalArgumentException if k is not between 1 and n, l not between 0 and k-1, or {@code inside} not
     *     between 0 and k
     */
    public Gcs(Coterie coterie, int l, int k, int inside) {
        this(coterie, l, k, inside, Kmex.MUTIN);
    }

    /** Creates the composition with another k-exclusion. */
    public Gcs(Coterie coterie, int l, int k, int inside, Kmex by) {
        super(window(coterie, l, k, inside), GcsMessage.class);
        this.inside = inside;
        lmin = l == 0 ? Optional.empty() : Optional.of(inclusion(new Mutin(coterie, l, inside)));
        kmex = k == n ? Optional.empty() : Optional.of(exclusion(by, coterie));
    }

    /**
     * Returns the sizes of a window that starts with this many nodes inside.
     *
     * @throws IllegalArgumentException if there is no such window; the message states what is allowed
     */
    static Sizes window(Coterie coterie, int l, int k, int inside) {
        Sizes sizes = checked(coterie.nodes(), k);
        checkWindow(l, k, inside);
        return sizes.withFloor(l).withUnitsEach(1);
    }

    /** Checks that l is less than k and that at most k nodes are inside. */
    static void checkWindow(int l, int k, int inside) {
        if (l < 0 || l >= k) {
            throw new IllegalArgumentException("l must be between 0 and k-1 = " + (k - 1) + ", not " + l
                    + "; with l = k no node could move first");
        }
        if (inside < 0 || inside > k) {
            throw new IllegalArgumentException("inside must be between 0 and k = " + k + ", not " + inside);
        }
    }

    private static Subsystem<?> inclusion(Mutin mutin) {
        return new Subsystem<>(
                mutin,
                GcsMessage.Lmin::new,
                message -> message instanceof GcsMessage.Lmin(Mutin.MutinMessage told)
                        ? Optional.of(told)
                        : Optional.empty());
    }

    /** Returns one unit for each of the first nodes, and none for the others. */
    private int[] first(int count) {
        int[] units = new int[n];
        Arrays.fill(units, 0, count, 1);
        return units;
    }

    private Subsystem<?> exclusion(Kmex by, Coterie coterie) {
        return switch (by) {
            case MUTIN ->
                new Subsystem<>(
                        new Complement<>(Mutin.startingWith(i -> i >= inside, coterie, n - k)),
                        GcsMessage.KmexMutin::new,
                        message -> message instanceof GcsMessage.KmexMutin(Mutin.MutinMessage told)
                                ? Optional.of(told)
                                : Optional.empty());
            case RAYMOND ->
                new Subsystem<>(
                        new Raymond(n, k).from(first(inside)),
                        GcsMessage.KmexRaymond::new,
                        message -> message instanceof GcsMessage.KmexRaymond(Raymond.RaymondMessage told)
                                ? Optional.of(told)
                                : Optional.empty());
            case FOREST ->
                new Subsystem<>(
                        new Forest(n, k, WITHOUT_CHANCE).from(first(inside)),
                        GcsMessage.KmexForest::new,
                        message -> message instanceof GcsMessage.KmexForest(Forest.ForestMessage told)
                                ? Optional.of(told)
                                : Optional.empty());
        };
    }

    @Override
    public NodeFacts<GcsMessage> facts() {
        long bytes = Stream.of(lmin, kmex)
                .flatMap(Optional::stream)
                .mapToLong(part -> part.system().facts().bytesAtLeast())
                .sum();
        return super.facts()
                .withBytesAtLeast(bytes)
                .withOutcomes(kmex.map(part -> part.system().facts().outcomes()).orElse(1));
    }

    @Override
    public boolean holdersBlockOthers() {
        return kmex.map(part -> part.system().holdersBlockOthers()).orElse(false);
    }

    @Override
    public boolean fits(GcsMessage message) {
        return part(message).map(part -> part.fits(message)).orElse(false);
    }

    private Optional<Subsystem<?>> part(GcsMessage message) {
        return switch (message) {
            case GcsMessage.Lmin told -> lmin;
            case GcsMessage.KmexMutin told -> kmex;
            case GcsMessage.KmexRaymond told -> kmex;
            case GcsMessage.KmexForest told -> kmex;
        };
    }

    @Override
    public Node<GcsMessage> node(int index) {
        return new Composed(index);
    }

    /**
     * Exit() and Entry() of algorithm 3. Each waits for one subsystem and then notifies the other, which does not wait.
     */
    private final class Composed implements Node<GcsMessage> {
        private final Optional<Node<GcsMessage>> lmin;
        private final Optional<Node<GcsMessage>> kmex;
        private Region region;

        Composed(int index) {
            lmin = Gcs.this.lmin.map(part -> part.node(index));
            kmex = Gcs.this.kmex.map(part -> part.node(index));
            region = index < inside ? Region.CRITICAL : Region.REMAINDER;
        }

        @Override
        public Region region() {
            return region;
        }

        @Override
        public void release(Outbox<GcsMessage> out) {
            expect(Region.CRITICAL, region);
            region = Region.EXIT;
            lmin.ifPresent(part -> part.release(out)); // request
            leaveIfAllowed(out);
        }

        private void leaveIfAllowed(Outbox<GcsMessage> out) {
            if (region == Region.EXIT && isIn(lmin, Region.REMAINDER)) {
                region = Region.REMAINDER; // before kmex is notified, or another node might enter too early
                kmex.ifPresent(part -> part.release(out)); // release
            }
        }

        @Override
        public void acquire(int units, Outbox<GcsMessage> out) {
            expect(Region.REMAINDER, region);
            checkUnits(units, 1);
            region = Region.TRYING;
            kmex.ifPresent(part -> part.acquire(1, out)); // request
            enterIfAllowed(out);
        }

        private void enterIfAllowed(Outbox<GcsMessage> out) {
            if (region == Region.TRYING && isIn(kmex, Region.CRITICAL)) {
                region = Region.CRITICAL; // before lmin is notified, or another node might leave too early
                lmin.ifPresent(part -> part.acquire(1, out)); // release
            }
        }

        /** Returns whether a subsystem is in a region. A subsystem that is not needed always is. */
        private static boolean isIn(Optional<Node<GcsMessage>> part, Region wanted) {
            return part.isEmpty() || part.get().region() == wanted;
        }

        /** Beyond the paper: a node that waits to enter stays outside, and a node that waits to leave stays inside. */
        @Override
        public void cancel(Outbox<GcsMessage> out) {
            if (region == Region.EXIT) {
                lmin.orElseThrow().cancel(out);
                region = Region.CRITICAL;
            } else {
                expect(Region.TRYING, region);
                kmex.orElseThrow().cancel(out);
                region = Region.REMAINDER;
            }
        }

        @Override
        public void receive(int from, GcsMessage message, Outbox<GcsMessage> out) {
            switch (message) {
                case GcsMessage.Lmin told -> lmin.orElseThrow().receive(from, told, out);
                case GcsMessage.KmexMutin told -> kmex.orElseThrow().receive(from, told, out);
                case GcsMessage.KmexRaymond told -> kmex.orElseThrow().receive(from, told, out);
                case GcsMessage.KmexForest told -> kmex.orElseThrow().receive(from, told, out);
            }
            leaveIfAllowed(out);
            enterIfAllowed(out);
        }

        @Override
        public void state(Fields fields) {
            region = fields.choice("region", region, Region.values());
            lmin.ifPresent(part -> part.state(new PrefixedFields(fields, "lmin.")));
            kmex.ifPresent(part -> part.state(new PrefixedFields(fields, "kmex.")));
        }
    }
}
