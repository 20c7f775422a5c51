package dev.turnstile.algorithm;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A published protocol: what it is called, where it comes from, what it assumes, what it promises and what it costs.
 *
 * <pre>{@code
 * for (Algorithm algorithm : Catalogue.all()) {
 *     System.out.println(algorithm.name() + ": " + algorithm.source());
 * }
 * }</pre>
 */
public sealed interface Algorithm {
    /** The one name by which code, command line, docs and benchmark rows know it: lower case, with hyphens. */
    String name();

    /** What it is called in prose. */
    String title();

    /** The paper, and where in it. */
    String source();

    /** How its participants tell each other something: by shared memory, or by messages. */
    String model();

    /** What must be true of the world for the promises to hold. */
    List<String> assumptions();

    /** What it promises. */
    List<String> guarantees();

    /** What an entry costs, in the model's own terms. */
    String cost();

    /** Returns what it is good for. */
    Traits traits();

    /** Returns whether callers enter in the order in which they came to the door: {@link ProcessSystem#fifo}. */
    default boolean fifo() {
        return traits().fifo();
    }

    /**
     * Returns whether a holder can keep another caller out of a free place: {@link ProcessSystem#holdersBlockOthers}.
     */
    default boolean holdersBlockOthers() {
        return traits().holdersBlockOthers();
    }

    /** Returns whether it can run for real callers there. */
    default boolean runsOn(Traits.Runtime runtime) {
        return traits().runtimes().contains(runtime);
    }

    /**
     * Returns the sizes with as many participants as there can be with that limit, if more are wanted. If there is no
     * system with that limit at all, {@code system} says so.
     */
    Sizes largest(Sizes wanted);

    /** What can be chosen about it, as {@code name:parameter=value,..} in its name: {@link Tuning}. */
    List<Tuning.Parameter> parameters();

    /**
     * An algorithm for processes that share memory.
     *
     * @param traits what it is good for
     * @param participantsMax the most processes that there can be, by limit
     * @param setup makes a system
     */
    record SharedMemory(
            String name,
            String title,
            String source,
            List<String> assumptions,
            List<String> guarantees,
            String cost,
            Traits traits,
            IntUnaryOperator participantsMax,
            Setup setup)
            implements Algorithm {
        /** Copies the lists. */
        public SharedMemory {
            assumptions = List.copyOf(assumptions);
            guarantees = List.copyOf(guarantees);
        }

        /** As {@link #system(Sizes)}, for N processes and k units. */
        public ProcessSystem system(int processes, int limit) {
            return setup.system(processes, limit);
        }

        /**
         * Sets it up in that size.
         *
         * @throws IllegalArgumentException when it can't be had in that size; it says what can
         */
        public ProcessSystem system(Sizes sizes) {
            return system(sizes.participants(), sizes.limit());
        }

        @Override
        public Sizes largest(Sizes wanted) {
            int most = participantsMax.applyAsInt(wanted.limit());
            return wanted.participants() <= most ? wanted : wanted.withParticipants(Math.max(wanted.limit(), most));
        }

        /** Returns the same algorithm, whose systems are made in another way. */
        public SharedMemory madeBy(Setup other) {
            return new SharedMemory(name, title, source, assumptions, guarantees, cost, traits, participantsMax, other);
        }

        @Override
        public String model() {
            return "shared memory";
        }

        @Override
        public List<Tuning.Parameter> parameters() {
            return List.of();
        }
    }

    /**
     * An algorithm for nodes that send each other messages.
     *
     * @param traits what it is good for
     * @param setup makes a system, as it was tuned
     * @param ownParameters what can be chosen about it, besides what can be chosen about all
     * @param tuning what was chosen
     */
    record MessagePassing(
            String name,
            String title,
            String source,
            List<String> assumptions,
            List<String> guarantees,
            String cost,
            Traits traits,
            TunedSetup setup,
            List<Tuning.Parameter> ownParameters,
            Tuning tuning)
            implements Algorithm {
        private static final String PARTITIONED = "partitioned";

        /** Copies the lists. */
        public MessagePassing {
            assumptions = List.copyOf(assumptions);
            guarantees = List.copyOf(guarantees);
            ownParameters = List.copyOf(ownParameters);
        }

        /** One about which nothing was chosen yet. */
        public MessagePassing(
                String name,
                String title,
                String source,
                List<String> assumptions,
                List<String> guarantees,
                String cost,
                Traits traits,
                TunedSetup setup,
                List<Tuning.Parameter> ownParameters) {
            this(name, title, source, assumptions, guarantees, cost, traits, setup, ownParameters, Tuning.none());
        }

        /** One about which nothing can be chosen. */
        public MessagePassing(
                String name,
                String title,
                String source,
                List<String> assumptions,
                List<String> guarantees,
                String cost,
                Traits traits,
                NodeSetup setup) {
            this(
                    name,
                    title,
                    source,
                    assumptions,
                    guarantees,
                    cost,
                    traits,
                    (sizes, tuning) -> setup.system(sizes.participants(), sizes.limit()),
                    List.of());
        }

        /**
         * The same, with what is chosen in these words: {@code nu=0,partitioned}.
         *
         * @throws IllegalArgumentException when something can't be chosen; it says what can
         */
        MessagePassing tuned(String words) {
            return with(words, Tuning.parse(name, words, parameters()));
        }

        private MessagePassing with(String words, Tuning choices) {
            return new MessagePassing(
                    name + (name.indexOf(':') < 0 ? ":" : ",") + words,
                    title + ", " + words.replace(",", ", "),
                    source,
                    assumptions,
                    guarantees,
                    cost,
                    traits,
                    setup,
                    ownParameters,
                    choices);
        }

        /**
         * The same with that floor, and as many inside at first: as {@code at-least=L} in its name has it. For a lab; a
         * driver says the floor in the {@link Sizes}, and starts empty.
         *
         * @throws IllegalArgumentException when it is no window, or has a floor already
         */
        public MessagePassing withFloor(int least) {
            if (!isWindow()) {
                throw new IllegalArgumentException(name + " has no floor");
            }
            if (tuning.has(QuorumFamily.AT_LEAST)) {
                throw new IllegalArgumentException("the floor is given twice: " + least + ", and in " + name);
            }
            return with(QuorumFamily.AT_LEAST + "=" + least, tuning.with(QuorumFamily.AT_LEAST, least));
        }

        /** Whether it can keep some inside: {@link dev.turnstile.machine.Sizes#floor}. */
        public boolean isWindow() {
            return traits.window();
        }

        /** As {@link #system(Sizes)}, for n nodes and k units. */
        public NodeSystem<?> system(int nodes, int limit) {
            return system(new Sizes(nodes, limit, 0, 1));
        }

        /**
         * Sets it up in that size.
         *
         * @throws IllegalArgumentException when it can't be had in that size; it says what can
         */
        public NodeSystem<?> system(Sizes sizes) {
            if (sizes.floor() > 0 && !isWindow()) {
                throw new IllegalArgumentException(name + " has no floor");
            }
            if (sizes.floor() > 0 && (tuning.has(QuorumFamily.AT_LEAST) || tuning.has(QuorumFamily.INSIDE))) {
                throw new IllegalArgumentException(
                        name + ": how many stay inside, and are at first, is said elsewhere");
            }
            return tuning.flag(PARTITIONED)
                    ? partitioned(sizes.participants(), sizes.limit(), setup, tuning)
                    : setup.system(sizes, tuning);
        }

        @Override
        public Sizes largest(Sizes wanted) {
            return wanted.withParticipants(Math.min(wanted.participants(), TreeFamily.nodesMax(tuning)));
        }

        @SuppressWarnings("unchecked") // whatever the messages are, they are the same in all clusters
        static <M extends Message> NodeSystem<M> partitioned(int nodes, int places, TunedSetup setup, Tuning tuning) {
            return new Partitioned<>(
                    nodes, places, size -> (NodeSystem<M>) setup.system(new Sizes(size, 1, 0, 1), tuning));
        }

        @Override
        public List<Tuning.Parameter> parameters() {
            List<Tuning.Parameter> all = new ArrayList<>(ownParameters);
            if (!isWindow()) {
                all.add(new Tuning.Parameter(
                        PARTITIONED, Tuning.FLAG, "false", "k clusters of n/k nodes, each with one place"));
            }
            return all;
        }

        @Override
        public String model() {
            return "messages";
        }

        /** Nodes of one cluster never use the place of another. */
        @Override
        public boolean holdersBlockOthers() {
            return tuning.flag(PARTITIONED) || traits.holdersBlockOthers();
        }
    }

    /** Makes the system for N processes and k places. */
    @FunctionalInterface
    interface Setup {
        /** See {@link SharedMemory#system}. */
        ProcessSystem system(int processes, int places);
    }

    /** Makes the system of that size, as it was tuned. */
    @FunctionalInterface
    interface TunedSetup {
        /** See {@link MessagePassing#system}. */
        NodeSystem<?> system(Sizes sizes, Tuning tuning);
    }

    /** Makes the system for n nodes and k places. */
    @FunctionalInterface
    interface NodeSetup {
        /** See {@link MessagePassing#system}. */
        NodeSystem<?> system(int nodes, int places);
    }
}
