package dev.turnstile.algorithm;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.ProcessSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    /** Whether callers enter in the order in which they came to the door: {@link ProcessSystem#fifo}. */
    boolean fifo();

    /** Whether one who stays inside can keep another out of a free place: {@link ProcessSystem#holdersBlockOthers}. */
    boolean holdersBlockOthers();

    /** Why no driver may use it, only the lab; empty where drivers may. */
    Optional<String> labOnly();

    /** What can be chosen about it, as {@code name:parameter=value,..} in its name: {@link Tuning}. */
    List<Tuning.Parameter> parameters();

    /** An algorithm for processes that share memory. */
    record SharedMemory(
            String name,
            String title,
            String source,
            List<String> assumptions,
            List<String> guarantees,
            String cost,
            Setup setup)
            implements Algorithm {
        /** Copies the lists. */
        public SharedMemory {
            assumptions = List.copyOf(assumptions);
            guarantees = List.copyOf(guarantees);
        }

        /**
         * Sets it up for N processes and k places.
         *
         * @throws IllegalArgumentException when it can't be had in that size; it says what can
         */
        public ProcessSystem system(int processes, int places) {
            return setup.system(processes, places);
        }

        @Override
        public String model() {
            return "shared memory";
        }

        @Override
        public Optional<String> labOnly() {
            return Optional.empty();
        }

        @Override
        public List<Tuning.Parameter> parameters() {
            return List.of();
        }

        @Override
        public boolean fifo() {
            return system(2, 1).fifo();
        }

        @Override
        public boolean holdersBlockOthers() {
            return system(2, 1).holdersBlockOthers();
        }
    }

    /**
     * An algorithm for nodes that send each other messages.
     *
     * @param setup makes a system, as it was tuned
     * @param ownParameters what can be chosen about it, besides what can be chosen about all
     * @param labOnly why no driver may use it; empty where drivers may
     */
    record MessagePassing(
            String name,
            String title,
            String source,
            List<String> assumptions,
            List<String> guarantees,
            String cost,
            TunedSetup setup,
            List<Tuning.Parameter> ownParameters,
            Optional<String> labOnly,
            Tuning tuning)
            implements Algorithm {
        private static final String PARTITIONED = "partitioned";

        /** Copies the lists. */
        public MessagePassing {
            assumptions = List.copyOf(assumptions);
            guarantees = List.copyOf(guarantees);
            ownParameters = List.copyOf(ownParameters);
        }

        /** One about which nothing can be chosen, for drivers and for the lab. */
        public MessagePassing(
                String name,
                String title,
                String source,
                List<String> assumptions,
                List<String> guarantees,
                String cost,
                NodeSetup setup) {
            this(
                    name,
                    title,
                    source,
                    assumptions,
                    guarantees,
                    cost,
                    (nodes, places, tuning) -> setup.system(nodes, places),
                    List.of(),
                    Optional.empty(),
                    Tuning.none());
        }

        /**
         * The same, with what is chosen in these words: {@code nu=0,partitioned}.
         *
         * @throws IllegalArgumentException when something can't be chosen; it says what can
         */
        MessagePassing tuned(String words) {
            String all = tuning.isNone() ? words : name.substring(name.indexOf(':') + 1) + "," + words;
            String plain = tuning.isNone() ? name : name.substring(0, name.indexOf(':'));
            MessagePassing changed = new MessagePassing(
                    plain + ":" + all,
                    title + ", " + words.replace(",", ", "),
                    source,
                    assumptions,
                    guarantees,
                    cost,
                    setup,
                    ownParameters,
                    labOnly,
                    Tuning.parse(plain, all, parameters()));
            changed.checkTuning();
            return changed;
        }

        /**
         * The same with so many who must stay inside, and so many inside at first.
         *
         * @throws IllegalArgumentException when it is no window
         */
        public MessagePassing withFloor(int least, int inside) {
            if (tuning.has(QuorumFamily.AT_LEAST) || tuning.has(QuorumFamily.INSIDE)) {
                throw new IllegalArgumentException(
                        name + ": how many stay inside, and are at first, is said elsewhere");
            }
            return tuned(QuorumFamily.AT_LEAST + "=" + least + "," + QuorumFamily.INSIDE + "=" + inside);
        }

        /** Whether it can keep some inside: {@link dev.turnstile.machine.Sizes#floor}. */
        public boolean isWindow() {
            return ownParameters.stream().anyMatch(parameter -> parameter.name().equals(QuorumFamily.AT_LEAST));
        }

        /** What can't be chosen is refused by the smallest system already; of some the smallest has more nodes. */
        private void checkTuning() {
            try {
                system(1, 1);
            } catch (IllegalArgumentException tooSmallOrWrong) {
                int enough = isWindow() ? QuorumFamily.nodesFor(tuning) : 2;
                system(enough, isWindow() ? enough : 1);
            }
        }

        /**
         * Sets it up for n nodes and k places.
         *
         * @throws IllegalArgumentException when it can't be had in that size; it says what can
         */
        public NodeSystem<?> system(int nodes, int places) {
            return tuning.flag(PARTITIONED)
                    ? partitioned(nodes, places, setup, tuning)
                    : setup.system(nodes, places, tuning);
        }

        @SuppressWarnings("unchecked") // whatever the messages are, they are the same in all clusters
        static <M extends Message> NodeSystem<M> partitioned(int nodes, int places, TunedSetup setup, Tuning tuning) {
            return new Partitioned<>(nodes, places, size -> (NodeSystem<M>) setup.system(size, 1, tuning));
        }

        @Override
        public List<Tuning.Parameter> parameters() {
            List<Tuning.Parameter> all = new ArrayList<>(ownParameters);
            if (!isWindow()) {
                all.add(new Tuning.Parameter(
                        PARTITIONED, Tuning.TRUE_OR_FALSE, "false", "k clusters of n/k nodes, each with one place"));
            }
            return all;
        }

        @Override
        public String model() {
            return "messages";
        }

        /** No: requests are ordered by the algorithm, if at all, and it takes a while until all know of one. */
        @Override
        public boolean fifo() {
            return false;
        }

        @Override
        public boolean holdersBlockOthers() {
            return tuning.flag(PARTITIONED)
                    || (!isWindow() && setup.system(4, 2, Tuning.none()).holdersBlockOthers());
        }
    }

    /** Makes the system for N processes and k places. */
    @FunctionalInterface
    interface Setup {
        /** See {@link SharedMemory#system}. */
        ProcessSystem system(int processes, int places);
    }

    /** Makes the system for n nodes and k places, as it was tuned. */
    @FunctionalInterface
    interface TunedSetup {
        /** See {@link MessagePassing#system}. */
        NodeSystem<?> system(int nodes, int places, Tuning tuning);
    }

    /** Makes the system for n nodes and k places. */
    @FunctionalInterface
    interface NodeSetup {
        /** See {@link MessagePassing#system}. */
        NodeSystem<?> system(int nodes, int places);
    }
}
