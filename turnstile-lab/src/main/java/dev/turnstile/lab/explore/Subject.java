package dev.turnstile.lab.explore;

import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.KDeadlock;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.property.Winners;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What a {@link Check} explores: processes that share memory, or nodes that send messages. */
sealed interface Subject {
    /** The most ways in which a move can turn out by chance. */
    int OUTCOMES_MAX = 10_000;

    int processes();

    int places();

    int unitsMax();

    /** Says why not, where a combination of options and properties makes no sense. */
    void check(Options options, List<Property> properties, int[] units);

    /** The transition system; with so many words, at least, for a configuration. */
    Model model(Options options, int[] units, int words);

    /** A shared-memory algorithm, alone or beside another that must be equivalent. */
    record Sharing(Supplier<ProcessSystem> system, Optional<Supplier<ProcessSystem>> other) implements Subject {
        @Override
        public int processes() {
            return system.get().processes();
        }

        @Override
        public int places() {
            return system.get().places();
        }

        @Override
        public int unitsMax() {
            return system.get().unitsMax();
        }

        @Override
        public void check(Options options, List<Property> properties, int[] units) {
            if (options.kills() && !(system.get().process(0) instanceof Process.Mortal)) {
                throw new IllegalArgumentException("nobody can clear up after one who is killed in this algorithm;"
                        + " what it promises when processes stop for ever can be checked with crashes");
            }
            if (!options.requests().equals(List.of(0))
                    || options.room() != 0
                    || !options.hastened().isEmpty()
                    || options.forgetsVoid()
                    || options.anyStart().isPresent()
                    || !options.staying().isEmpty()
                    || options.hastyTimers()) {
                throw new IllegalArgumentException(
                        "how often somebody asks, how fast messages are, the room of channels, arbitrary"
                                + " configurations at the start, who stays inside, and hasty timers, can be said of"
                                + " algorithms with messages only");
            }
            checkKDeadlock(options, properties, units);
            if (other.isPresent() && (options.cancels() || options.attempts())) {
                throw new IllegalArgumentException(
                        "equivalence is defined for schedules of steps: without cancels and attempts");
            }
        }

        private static void checkKDeadlock(Options options, List<Property> properties, int[] units) {
            if (properties.stream().noneMatch(KDeadlock.class::isInstance)) {
                return;
            }
            if (Arrays.stream(units).anyMatch(wanted -> wanted != 1)) {
                throw new IllegalArgumentException(
                        "k-deadlock, as the paper defines it, counts processes of one unit each; check no-lockout"
                                + " instead");
            }
            if (options.cancels()) {
                throw new IllegalArgumentException(
                        "k-deadlock, as the paper defines it, knows no waiters that give up: a cancelled ticket must be"
                                + " passed on by steps of its process, which a schedule may leave out; check no-lockout"
                                + " instead");
            }
        }

        @Override
        public Model model(Options options, int[] units, int words) {
            SystemModel first = SystemModel.of(new World(system, units), options);
            return other.isEmpty()
                    ? first
                    : new PairModel(first, SystemModel.of(new World(other.get(), units), options));
        }
    }

    /** A message-passing algorithm. */
    record Sending<M extends Message>(Supplier<NodeSystem<M>> system) implements Subject {
        @Override
        public int processes() {
            return system.get().nodes();
        }

        @Override
        public int places() {
            return system.get().places();
        }

        @Override
        public int unitsMax() {
            return system.get().unitsMax();
        }

        @Override
        public void check(Options options, List<Property> properties, int[] units) {
            if (options.kills() || options.attempts()) {
                throw new IllegalArgumentException(
                        "kills and attempts can be explored of algorithms with shared memory only;"
                                + " nodes can stop for ever, and give up");
            }
            if (system.get().outcomes() > OUTCOMES_MAX) {
                throw new IllegalArgumentException("a move can turn out in "
                        + system.get().outcomes() + " ways by chance; at most " + OUTCOMES_MAX + " can be explored");
            }
            if (options.hastyTimers() && system.get().timersOutlast().isEmpty()) {
                throw new IllegalArgumentException(
                        "no timer of this algorithm must outlast a message, so none can be hasty");
            }
            if (options.staying().stream().anyMatch(node -> node < 0 || node >= processes())) {
                throw new IllegalArgumentException(
                        "nodes from 0 to " + (processes() - 1) + " can stay inside, not all of " + options.staying());
            }
            if (options.anyStart().isPresent() && system.get().hasStamps()) {
                throw new IllegalArgumentException(
                        "only the order of this algorithm's stamps is explored, so not from arbitrary configurations");
            }
            List<String> types = Arrays.stream(system.get().messages().getPermittedSubclasses())
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
            for (Property property : properties) {
                if (property instanceof TokensConserved
                        && (options.crashes() > 0 || options.anyStart().isPresent())) {
                    throw new IllegalArgumentException(
                            "tokens can be counted where nobody stops, and the start is the usual one");
                }
                if (property instanceof KDeadlock
                        || property instanceof FifoEnabling
                        || property instanceof Winners
                        || property instanceof Equivalent) {
                    throw new IllegalArgumentException(property.name()
                            + " is defined for processes that share memory, not for nodes that send messages");
                }
            }
        }

        @Override
        public Model model(Options options, int[] units, int words) {
            return new NodeModel<>(system, units, options, words);
        }
    }
}
