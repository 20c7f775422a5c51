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
 * (l,k)-GCS (kamei-2019, section 5, algorithm 3): at least l and at most k are inside, always. It is put together from
 * two: lmin, an l-mutual inclusion, says who may leave, and kmex, a k-mutual exclusion, who may enter.
 *
 * <p>lmin is {@link Mutin}, kmex its {@link Complement}, MUTIN(n-k) with in for out; or, since the paper calls the
 * composition versatile, another algorithm for k-exclusion. Not any: who waits to leave is inside for as long as nobody
 * comes, so kmex must let somebody into a free place although another one stays inside. Raymond's does; the forest does
 * not, where k is more than 1 ({@link dev.turnstile.machine.NodeSystem#holdersBlockOthers}), and then all can wait for
 * ever.
 *
 * <p>l = 0 needs no lmin, k = n no kmex. l must be less than k: with l = k nobody could move first.
 *
 * <pre>{@code
 * NodeSystem<?> system = new Gcs(Coterie.of("grid", 9), 2, 4, 2);     // 2 are inside at first
 * }</pre>
 */
public final class Gcs extends AbstractNodeSystem<Gcs.GcsMessage> {
    /** Who leaves tells kmex when a message arrives, and then nothing may be left to chance. */
    private static final Mechanisms WITHOUT_CHANCE =
            new Mechanisms(Mechanisms.TokenChoice.RANDOM, 2, Mechanisms.Destinations.ROTATING);

    private final int inside; // at first
    private final Optional<Subsystem<?>> lmin;
    private final Optional<Subsystem<?>> kmex;

    /** What can be the k-exclusion in the composition. */
    public enum Kmex {
        /** MUTIN(n-k) with in for out, as in the paper. */
        MUTIN,
        /** Raymond 1989. */
        RAYMOND,
        /** The token forest. Deadlocks where l > 0 and 1 < k < n. */
        FOREST
    }

    /** What nodes tell each other: what their parts do. */
    public sealed interface GcsMessage extends Message {
        /** Of the inclusion. */
        @Tag(0)
        record Lmin(Mutin.MutinMessage told) implements GcsMessage {}

        /** Of the exclusion, where it is the complement of an inclusion. */
        @Tag(1)
        record KmexMutin(Mutin.MutinMessage told) implements GcsMessage {}

        /** Of the exclusion, where it is Raymond's. */
        @Tag(2)
        record KmexRaymond(Raymond.RaymondMessage told) implements GcsMessage {}

        /** Of the exclusion, where it is the forest. */
        @Tag(3)
        record KmexForest(Forest.ForestMessage told) implements GcsMessage {}
    }

    /** At least l, at most k inside, as in the paper; so many are at first, those with the lowest numbers. */
    public Gcs(Coterie coterie, int l, int k, int inside) {
        this(coterie, l, k, inside, Kmex.MUTIN);
    }

    /** With another k-exclusion. */
    public Gcs(Coterie coterie, int l, int k, int inside, Kmex by) {
        super(window(coterie, l, k, inside), GcsMessage.class);
        this.inside = inside;
        lmin = l == 0 ? Optional.empty() : Optional.of(inclusion(new Mutin(coterie, l, inside)));
        kmex = k == n ? Optional.empty() : Optional.of(exclusion(by, coterie));
    }

    /**
     * Returns the sizes of a window with that many inside at first.
     *
     * @throws IllegalArgumentException if there is no such window; the message says what there is
     */
    static Sizes window(Coterie coterie, int l, int k, int inside) {
        Sizes sizes = checked(coterie.nodes(), k);
        checkWindow(l, k, inside);
        return sizes.withFloor(l).withUnitsEach(1);
    }

    /** A window is l < k, and not more than k are in it. */
    static void checkWindow(int l, int k, int inside) {
        if (l < 0 || l >= k) {
            throw new IllegalArgumentException("at least l = " + l + " can't be with at most k = " + k
                    + ": l must be less than k, or nobody could move first");
        }
        if (inside < 0 || inside > k) {
            throw new IllegalArgumentException("between 0 and k = " + k + " can be inside at first, not " + inside);
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

    /** One unit for each of the first nodes. */
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

    /** Exit() and Entry() of algorithm 3: each waits for one part, and then tells the other, which does not wait. */
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
                region = Region.REMAINDER; // before kmex is told, or another might come in too early
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
                region = Region.CRITICAL; // before lmin is told, or another might leave too early
                lmin.ifPresent(part -> part.acquire(1, out)); // release
            }
        }

        /** A part that is not needed is wherever it should be. */
        private static boolean isIn(Optional<Node<GcsMessage>> part, Region wanted) {
            return part.isEmpty() || part.get().region() == wanted;
        }

        /** Beyond the paper: one who waits to enter stays outside, one who waits to leave stays inside. */
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
