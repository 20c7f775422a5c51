package dev.turnstile.algorithm;

import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.ProcessSystem;
import java.util.List;

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
        public boolean fifo() {
            return system(2, 1).fifo();
        }

        @Override
        public boolean holdersBlockOthers() {
            return system(2, 1).holdersBlockOthers();
        }
    }

    /** An algorithm for nodes that send each other messages. */
    record MessagePassing(
            String name,
            String title,
            String source,
            List<String> assumptions,
            List<String> guarantees,
            String cost,
            NodeSetup setup)
            implements Algorithm {
        /** Copies the lists. */
        public MessagePassing {
            assumptions = List.copyOf(assumptions);
            guarantees = List.copyOf(guarantees);
        }

        /**
         * Sets it up for n nodes and k places.
         *
         * @throws IllegalArgumentException when it can't be had in that size; it says what can
         */
        public NodeSystem<?> system(int nodes, int places) {
            return setup.system(nodes, places);
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
            return false;
        }
    }

    /** Makes the system for N processes and k places. */
    @FunctionalInterface
    interface Setup {
        /** See {@link SharedMemory#system}. */
        ProcessSystem system(int processes, int places);
    }

    /** Makes the system for n nodes and k places. */
    @FunctionalInterface
    interface NodeSetup {
        /** See {@link MessagePassing#system}. */
        NodeSystem<?> system(int nodes, int places);
    }
}
