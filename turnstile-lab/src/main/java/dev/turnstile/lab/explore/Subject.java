package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Conditions;
import dev.turnstile.lab.run.World;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The subject of a {@link Check}: processes that share memory, or nodes that send messages. */
sealed interface Subject {
    /** The most outcomes that a move can have by chance. */
    int OUTCOMES_MAX = 10_000;

    int processes();

    int limit();

    int unitsMax();

    /**
     * Checks that the combination of options makes sense.
     *
     * @throws IllegalArgumentException if it does not; the message says why
     */
    void check(CheckOptions options);

    /** Returns what may happen, as properties need to know it. */
    Conditions conditions(CheckOptions options, int[] units);

    private static Conditions conditions(boolean messages, CheckOptions options, int[] units, boolean compared) {
        return new Conditions(
                messages,
                options.crashes(),
                options.kills(),
                options.cancels(),
                Arrays.stream(units).allMatch(wanted -> wanted == 1),
                options.anyStart().isPresent(),
                compared);
    }

    /** Creates the transition system, with at least {@code words} words for a configuration. */
    Model model(CheckOptions options, int[] units, int words);

    /** A shared-memory algorithm, alone or beside another that must be equivalent. */
    record Sharing(Systems<ProcessSystem> system, Optional<Supplier<ProcessSystem>> other) implements Subject {
        @Override
        public int processes() {
            return system.first().sizes().participants();
        }

        @Override
        public int limit() {
            return system.first().sizes().limit();
        }

        @Override
        public int unitsMax() {
            return system.first().sizes().unitsEach();
        }

        @Override
        public void check(CheckOptions options) {
            if (options.kills() && !(system.first().process(0) instanceof Process.Mortal)) {
                throw new IllegalArgumentException("this algorithm cannot clean up after a killed process;"
                        + " to check what it promises when processes stop forever, use crashes");
            }
            if (!options.requests().equals(List.of(0))
                    || options.room() != 0
                    || !options.hastened().isEmpty()
                    || options.forgetsVoid()
                    || options.anyStart().isPresent()
                    || !options.staying().isEmpty()
                    || options.hastyTimers()) {
                throw new IllegalArgumentException(
                        "requests, room, hastened and void messages, arbitrary starts, staying nodes and hasty timers"
                                + " apply only to algorithms with messages");
            }
            if (other.isPresent() && (options.cancels() || options.attempts())) {
                throw new IllegalArgumentException(
                        "equivalence is defined for schedules of steps: without cancels and attempts");
            }
        }

        @Override
        public Conditions conditions(CheckOptions options, int[] units) {
            return Subject.conditions(false, options, units, other.isPresent());
        }

        @Override
        public Model model(CheckOptions options, int[] units, int words) {
            SystemModel first = SystemModel.of(new World(system, units), options);
            return other.isEmpty()
                    ? first
                    : new PairModel(first, SystemModel.of(new World(other.get(), units), options));
        }
    }

    /** A message-passing algorithm. */
    record Sending<M extends Message>(Systems<NodeSystem<M>> system) implements Subject {
        @Override
        public int processes() {
            return system.first().sizes().participants();
        }

        @Override
        public int limit() {
            return system.first().sizes().limit();
        }

        @Override
        public int unitsMax() {
            return system.first().sizes().unitsEach();
        }

        @Override
        public void check(CheckOptions options) {
            if (options.kills() || options.attempts()) {
                throw new IllegalArgumentException(
                        "kills and attempts can be explored only for algorithms with shared memory;"
                                + " nodes can crash and give up");
            }
            if (system.first().facts().outcomes() > OUTCOMES_MAX) {
                throw new IllegalArgumentException(
                        "a move can turn out in " + system.first().facts().outcomes() + " ways by chance, but at most "
                                + OUTCOMES_MAX + " can be explored");
            }
            if (options.hastyTimers() && system.first().facts().timersOutlast().isEmpty()) {
                throw new IllegalArgumentException(
                        "no timer of this algorithm must outlast a message, so none can be hasty");
            }
            if (options.staying().stream().anyMatch(node -> node < 0 || node >= processes())) {
                throw new IllegalArgumentException(
                        "nodes from 0 to " + (processes() - 1) + " can stay inside, not all of " + options.staying());
            }
            if (options.anyStart().isPresent()
                    && system.first().facts().stamps().isPresent()) {
                throw new IllegalArgumentException(
                        "only the order of this algorithm's stamps is explored, so it cannot start in arbitrary"
                                + " configurations");
            }
            List<String> types = Arrays.stream(system.first().messages().getPermittedSubclasses())
                    .map(Class::getSimpleName)
                    .toList();
            for (String type : options.hastened()) {
                if (!types.contains(type)) {
                    throw new IllegalArgumentException(
                            "no message is called '" + type + "'; there are: " + String.join(", ", types));
                }
            }
            if (options.requests().size() != 1 && options.requests().size() != processes()) {
                throw new IllegalArgumentException(
                        "requests are given for " + options.requests().size() + " nodes, but there are " + processes());
            }
        }

        @Override
        public Conditions conditions(CheckOptions options, int[] units) {
            return Subject.conditions(true, options, units, false);
        }

        @Override
        public Model model(CheckOptions options, int[] units, int words) {
            return new NodeModel<>(system, units, options, words);
        }
    }
}
