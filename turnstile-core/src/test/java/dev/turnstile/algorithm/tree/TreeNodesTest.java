package dev.turnstile.algorithm.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.State;
import dev.turnstile.machine.Tokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole trees, run at random: how many units are inside, how many tokens there are, and that every waiter enters. */
final class TreeNodesTest {
    private static final String[] SHAPES = {"path", "star", "balanced", "random-1", "random-2", "random-3"};

    private record Letter(int from, int to, TreeMessage message) {}

    /** The nodes of a tree; messages arrive in the order in which they were sent, or from a channel at random. */
    private static final class Run {
        final Tree tree;
        final Random random;
        final String as;
        final List<Node<TreeMessage>> nodes = new ArrayList<>();
        final List<Queue<Letter>> channels = new ArrayList<>();
        final Deque<Letter> line = new ArrayDeque<>(); // all messages, if in order
        final boolean inOrder;

        Run(Tree tree, long seed, boolean inOrder) {
            this.tree = tree;
            this.inOrder = inOrder;
            random = new Random(seed);
            as = "n %d, l %d, k %d, seed %d"
                    .formatted(
                            tree.sizes().participants(),
                            tree.sizes().limit(),
                            tree.sizes().unitsEach(),
                            seed);
            for (int i = 0; i < tree.sizes().participants(); i++) {
                nodes.add(tree.node(i));
            }
            for (int i = 0; i < tree.sizes().participants() * tree.sizes().participants(); i++) {
                channels.add(new ArrayDeque<>());
            }
        }

        Outbox<TreeMessage> from(int i) {
            return new Outbox<>() {
                @Override
                public void send(int to, TreeMessage message) {
                    put(new Letter(i, to, message));
                }

                @Override
                public int choose(int bound) {
                    throw new AssertionError("no random choice expected");
                }

                @Override
                public void restartTimer() {}
            };
        }

        void put(Letter letter) {
            assertThat(tree.fits(letter.message())).as(as).isTrue();
            assertThat(tree.facts().neighbours().apply(letter.from())).as(as).contains(letter.to());
            (inOrder ? line : channels.get(letter.from() * tree.sizes().participants() + letter.to())).add(letter);
        }

        boolean deliver() {
            Queue<Letter> from = line;
            if (!inOrder) {
                List<Queue<Letter>> full =
                        channels.stream().filter(one -> !one.isEmpty()).toList();
                from = full.isEmpty() ? line : full.get(random.nextInt(full.size()));
            }
            Letter letter = from.poll();
            if (letter != null) {
                nodes.get(letter.to()).receive(letter.from(), letter.message(), from(letter.to()));
            }
            return letter != null;
        }

        /**
         * Delivers a message, or fires the timeout if nothing else can happen, as a timer that is long enough would.
         */
        void deliverOrTimeOut() {
            if (!deliver() && nodes.getFirst().timer().isPresent()) {
                nodes.getFirst().timeout(from(0));
            }
        }

        boolean hasController() {
            return IntStream.range(0, channels.size())
                    .anyMatch(i -> channels.get(i).stream().anyMatch(one -> one.message() instanceof TreeMessage.Ctrl));
        }

        void act(int i) {
            Node<TreeMessage> node = nodes.get(i);
            switch (node.region()) {
                case REMAINDER -> node.acquire(1 + random.nextInt(tree.sizes().unitsEach()), from(i));
                case TRYING -> {
                    if (random.nextInt(6) == 0) {
                        node.cancel(from(i));
                    }
                }
                default -> {
                    if (node.units() > 1 && random.nextBoolean()) {
                        node.releasePart(1 + random.nextInt(node.units() - 1), from(i));
                    } else {
                        node.release(from(i));
                    }
                }
            }
        }

        int inside() {
            return nodes.stream()
                    .filter(node -> node.region() == Region.CRITICAL)
                    .mapToInt(Node::units)
                    .sum();
        }

        long tokens() {
            return nodes.stream().mapToLong(Node::tokens).sum()
                    + line.stream()
                            .map(Letter::message)
                            .mapToLong(Message::tokens)
                            .sum()
                    + channels.stream()
                            .flatMap(Queue::stream)
                            .map(Letter::message)
                            .mapToLong(Message::tokens)
                            .sum();
        }

        void checkTokens(String when) {
            assertThat(Tokens.print(tokens()))
                    .as("tokens %s; %s", when, as)
                    .isEqualTo(Tokens.print(tree.facts().tokens()));
        }

        /** Lets holders leave until all waiters have entered. */
        void allWaitersEnter() {
            boolean[] entered = new boolean[nodes.size()];
            long enough = 200L * (tree.arrivalsToSettle() + 10);
            for (long step = 0; step < enough; step++) {
                for (int i = 0; i < nodes.size(); i++) {
                    if (nodes.get(i).region() == Region.CRITICAL) {
                        nodes.get(i).release(from(i));
                    }
                }
                if (nodes.stream().allMatch(node -> node.region() == Region.REMAINDER)) {
                    return;
                }
                deliverOrTimeOut();
            }
            assertThat(nodes.stream().map(State::print))
                    .as("no node waits; %s", as)
                    .isEmpty();
        }
    }

    private static Tree some(Random random, int channelMax) {
        int n = 1 + random.nextInt(12);
        int l = 1 + random.nextInt(6);
        OrientedTree shape = OrientedTree.of(SHAPES[random.nextInt(SHAPES.length)], n);
        return new Tree(shape, l, 1 + random.nextInt(l), channelMax);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void atMostLUnitsAreInsideTheTokensAreRightAndEveryWaiterEnters(boolean inOrder) {
        for (long seed = 0; seed < 60; seed++) {
            Run run = new Run(some(new Random(seed), 0), seed, inOrder);
            int entries = 0;
            boolean complete = false;
            for (int step = 0; step < 3000; step++) {
                if (run.random.nextInt(5) == 0) {
                    int i = run.random.nextInt(run.tree.sizes().participants());
                    entries += run.nodes.get(i).region() == Region.CRITICAL ? 1 : 0;
                    run.act(i);
                } else {
                    run.deliverOrTimeOut();
                }
                assertThat(run.inside())
                        .as("units inside; %s", run.as)
                        .isLessThanOrEqualTo(run.tree.sizes().limit());
                complete |= run.tokens() == run.tree.facts().tokens();
                if (complete && run.tree.sizes().participants() > 1) {
                    run.checkTokens("in step " + step);
                }
            }
            assertThat(complete).as("all tokens were created; %s", run.as).isTrue();
            assertThat(entries).as("it got somewhere; %s", run.as).isGreaterThan(3);
            run.allWaitersEnter();
        }
    }

    private static void scramble(Run run, int channelMax) {
        run.nodes.forEach(node -> State.scramble(node, bound -> run.random.nextLong(bound)));
        for (int i = 0; i < run.tree.sizes().participants(); i++) {
            for (int to : run.tree.facts().neighbours().apply(i)) {
                for (int count = run.random.nextInt(channelMax + 1); count > 0; count--) {
                    run.put(new Letter(
                            i,
                            to,
                            run.tree
                                    .facts()
                                    .arbitrary()
                                    .orElseThrow()
                                    .apply((name, value, min, max) -> min + run.random.nextLong(max - min + 1))));
                }
            }
        }
    }

    @Test
    void fromAnyConfigurationTheTokensAreEventuallyRightAndStayRight() {
        for (long seed = 0; seed < 120; seed++) {
            Tree tree = some(new Random(seed), 3);
            if (tree.sizes().participants() == 1) {
                continue;
            }
            Run run = new Run(tree, seed, false);
            scramble(run, 3);
            long round = 2L
                    * (tree.sizes().participants() - 1)
                    * (4 * tree.sizes().participants() + tree.sizes().limit() + 3);
            run(run, 12 * round + 200, false);
            run.checkTokens("after a while");
            run(run, 2 * round, true);
            run.allWaitersEnter();
        }
    }

    /** Runs many steps. The timer outlasts the controller: a timeout fires only when no controller is in transit. */
    private static void run(Run run, long steps, boolean right) {
        for (long step = 0; step < steps; step++) {
            if (run.random.nextInt(20) == 0) {
                run.act(run.random.nextInt(run.tree.sizes().participants()));
            }
            if (!run.hasController()) {
                run.nodes.getFirst().timeout(run.from(0));
            }
            run.deliver();
            if (right) {
                run.checkTokens("in step " + step);
                assertThat(run.inside())
                        .as("units inside; %s", run.as)
                        .isLessThanOrEqualTo(run.tree.sizes().limit());
            }
        }
    }

    /**
     * After the last event, {@code arrivalsToSettle} messages arrive, in the order sent. A node that has not entered by
     * then never will.
     */
    @Test
    void ifNoNodeEntersWhileTheTreeSettlesNoneEverDoes() {
        for (long seed = 0; seed < 120; seed++) {
            Random sizes = new Random(seed);
            int n = 2 + sizes.nextInt(7);
            int l = 1 + sizes.nextInt(5);
            OrientedTree shape = OrientedTree.of(SHAPES[sizes.nextInt(SHAPES.length)], n);
            Run run = new Run(new Tree(shape, l, 1 + sizes.nextInt(l), 0), seed, true);
            run.nodes.getFirst().timeout(run.from(0));
            for (int event = 0; event < 40; event++) {
                run.act(run.random.nextInt(n));
                if (run.random.nextInt(3) > 0) {
                    settle(run);
                    String regions = regions(run);
                    long more = 20 * run.tree.arrivalsToSettle();
                    if (run.random.nextInt(8) == 0) {
                        for (long arrival = 0; arrival < more; arrival++) {
                            run.deliver();
                        }
                        assertThat(regions(run))
                                .as("event %d; %s", event, run.as)
                                .isEqualTo(regions);
                    }
                } else {
                    IntStream.range(0, run.random.nextInt(30)).forEach(arrival -> run.deliver());
                }
            }
        }
    }

    private static String regions(Run run) {
        return run.nodes.stream().map(Node::region).toList().toString();
    }

    /** Settles as a runtime does: starts over after an entry. */
    private static void settle(Run run) {
        long left = run.tree.arrivalsToSettle();
        for (String before = regions(run); left > 0; left--) {
            run.deliver();
            String now = regions(run);
            if (!now.equals(before)) {
                left = run.tree.arrivalsToSettle();
                before = now;
            }
        }
    }
}
