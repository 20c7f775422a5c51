package dev.turnstile.algorithm;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A published protocol: its name, its source, its assumptions, its guarantees and its cost.
 *
 * <pre>{@code
 * for (Algorithm algorithm : Catalogue.all()) {
 *     System.out.println(algorithm.name() + ": " + algorithm.source());     // queue: fischer-1985, ..
 * }
 * }</pre>
 */
public sealed interface Algorithm {
    /** Returns the name, in lower case with hyphens. Code, command line, docs and benchmark rows all use this name. */
    String name();

    /** Returns the title, for use in prose. */
    String title();

    /** Returns the paper, and the place in it. */
    String source();

    /** Returns how its participants communicate: by shared memory or by messages. */
    String model();

    /** Returns what must be true of the environment for the guarantees to hold. */
    List<String> assumptions();

    /** Returns what it guarantees. */
    List<String> guarantees();

    /** Returns the cost of an entry, in the terms of the model. */
    String cost();

    /** Returns the traits of this algorithm. */
    Traits traits();

    /** Returns whether callers enter in the order of their arrival: {@link ProcessSystem#fifo}. */
    default boolean fifo() {
        return traits().fifo();
    }

    /**
     * Returns whether a holder can keep another caller out of a free place: {@link ProcessSystem#holdersBlockOthers}.
     */
    default boolean holdersBlockOthers() {
        return traits().holdersBlockOthers();
    }

    /** Returns whether this algorithm can run on that runtime, for real callers. */
    default boolean runsOn(Traits.Runtime runtime) {
        return traits().runtimes().contains(runtime);
    }

    /**
     * Returns the wanted sizes, with fewer participants if there are more than the maximum for that limit. If no system
     * has that limit at all, {@code system} rejects the result.
     */
    Sizes largest(Sizes wanted);

    /** Returns the options that may follow its name, as {@code name:parameter=value,..}: {@link Tuning}. */
    List<Tuning.Parameter> parameters();

    /**
     * An algorithm for processes that share memory.
     *
     * @param traits the traits of this algorithm
     * @param participantsMax maps a limit to the maximum number of processes
     * @param setup creates a system
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

        /** Creates a system of N processes and k units, as {@link #system(Sizes)} does. */
        public ProcessSystem system(int processes, int limit) {
            return setup.system(processes, limit);
        }

        /**
         * Creates a system of that size.
         *
         * @throws IllegalArgumentException if the algorithm does not support that size; the message states what is
         *     supported
         */
        public ProcessSystem system(Sizes sizes) {
            return system(sizes.participants(), sizes.limit());
        }

        @Override
        public Sizes largest(Sizes wanted) {
            int most = participantsMax.applyAsInt(wanted.limit());
            return wanted.participants() <= most ? wanted : wanted.withParticipants(Math.max(wanted.limit(), most));
        }

        /** Returns the same algorithm with another way to create systems. */
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
     * @param traits the traits of this algorithm
     * @param setup creates a system with the chosen options
     * @param ownParameters the options of this algorithm, besides those that all algorithms have
     * @param tuning the chosen options
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

        /** Creates an algorithm for which no options have been chosen yet. */
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

        /** Creates an algorithm without options of its own. */
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
         * Returns this algorithm with the given options: {@code nu=0,partitioned}.
         *
         * @throws IllegalArgumentException if an option is unknown or its value is not allowed; the message states what
         *     is allowed
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
         * Returns this algorithm with that floor, and with the same number of nodes inside at the start, as
         * {@code at-least=L} in its name does. It is meant for labs. A driver sets the floor in the {@link Sizes} and
         * starts empty.
         *
         * @throws IllegalArgumentException if this algorithm is not a window, or has a floor already
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

        /** Returns whether this algorithm can keep a floor: {@link dev.turnstile.machine.Sizes#floor}. */
        public boolean isWindow() {
            return traits.window();
        }

        /** Creates a system of n nodes and k units, as {@link #system(Sizes)} does. */
        public NodeSystem<?> system(int nodes, int limit) {
            return system(new Sizes(nodes, limit, 0, 1));
        }

        /**
         * Creates a system of that size.
         *
         * @throws IllegalArgumentException if the algorithm does not support that size; the message states what is
         *     supported
         */
        public NodeSystem<?> system(Sizes sizes) {
            if (sizes.floor() > 0 && !isWindow()) {
                throw new IllegalArgumentException(name + " has no floor");
            }
            if (sizes.floor() > 0 && (tuning.has(QuorumFamily.AT_LEAST) || tuning.has(QuorumFamily.INSIDE))) {
                throw new IllegalArgumentException(
                        name + ": the floor is already given; remove at-least and inside from the name");
            }
            return tuning.flag(PARTITIONED)
                    ? partitioned(sizes.participants(), sizes.limit(), setup, tuning)
                    : setup.system(sizes, tuning);
        }

        @Override
        public Sizes largest(Sizes wanted) {
            return wanted.withParticipants(Math.min(wanted.participants(), TreeFamily.nodesMax(tuning)));
        }

        @SuppressWarnings("unchecked") // all clusters have the same type of messages
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

        /** Returns true for a partitioned algorithm as well, whose nodes never use the place of another cluster. */
        @Override
        public boolean holdersBlockOthers() {
            return tuning.flag(PARTITIONED) || traits.holdersBlockOthers();
        }
    }

    /** Creates systems of N processes and k places. */
    @FunctionalInterface
    interface Setup {
        /** Creates a system: {@link SharedMemory#system}. */
        ProcessSystem system(int processes, int places);
    }

    /** Creates systems of a given size, with the chosen options. */
    @FunctionalInterface
    interface TunedSetup {
        /** Creates a system: {@link MessagePassing#system}. */
        NodeSystem<?> system(Sizes sizes, Tuning tuning);
    }

    /** Creates systems of n nodes and k places. */
    @FunctionalInterface
    interface NodeSetup {
        /** Creates a system: {@link MessagePassing#system}. */
        NodeSystem<?> system(int nodes, int places);
    }
}
