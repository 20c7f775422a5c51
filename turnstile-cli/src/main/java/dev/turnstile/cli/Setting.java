package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.lab.property.Checked;
import dev.turnstile.lab.property.Conditions;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What is explored: an algorithm, in some size, and what may happen to it.
 *
 * @param algorithm the algorithm
 * @param processes N, at most {@link Check#PROCESSES_MAX}
 * @param places k, as many as the algorithm allows
 * @param crashes how many processes may stop for ever, at most N
 * @param kills whether processes may be killed, and come again
 * @param cancels whether waiters may give up
 * @param attempts whether processes may also ask without being ready to wait
 * @param units how many units each process asks for
 * @param reference the algorithm that it must be equivalent to, if any
 * @param requests how often each node asks, one number for all or one for each, 0 for any number of times; of an algorithm with messages
 * @param room the most messages in a channel, 0 for any number; of an algorithm with messages
 * @param hastened names of messages that arrive before anything else happens; of an algorithm with messages
 * @param forgetsVoid whether messages that will be of no effect are forgotten; of an algorithm with messages
 * @param start arbitrary configurations to begin in; of an algorithm with messages
 * @param staying nodes that never leave once they are inside; of an algorithm with messages
 * @param hastyTimers whether timeouts may come too early; of an algorithm with messages
 * @param waitsAtMost how often others may enter while one waits, if that is asked for
 */
record Setting(
        Algorithm algorithm,
        int processes,
        int places,
        int crashes,
        boolean kills,
        boolean cancels,
        boolean attempts,
        List<Integer> units,
        Optional<Algorithm.SharedMemory> reference,
        List<Integer> requests,
        int room,
        List<String> hastened,
        boolean forgetsVoid,
        Optional<Start> start,
        List<Integer> staying,
        boolean hastyTimers,
        OptionalInt waitsAtMost) {
    /** Up to so many configurations, with up to so many messages in each channel, from a seed. */
    record Start(int most, int messages, long seed) {}

    /**
     * Checks all sizes, and copies the list.
     *
     * @throws IllegalArgumentException when one is not allowed; it says which are
     */
    Setting {
        checkRange("-n", processes, 1, Check.PROCESSES_MAX);
        checkRange("-k", places, 1, Integer.MAX_VALUE);
        checkRange("--crashes", crashes, 0, processes);
        requests = List.copyOf(requests);
        for (int times : requests) {
            checkRange("--requests", times, 0, Integer.MAX_VALUE);
        }
        if (requests.size() != 1 && requests.size() != processes) {
            throw new IllegalArgumentException(
                    "--requests must have one number, or " + processes + ", one for each node, not " + requests.size());
        }
        checkRange("--room", room, 0, Integer.MAX_VALUE);
        units = List.copyOf(units);
        hastened = List.copyOf(hastened);
        waitsAtMost.ifPresent(entries -> checkRange("--waits-at-most", entries, 0, Integer.MAX_VALUE));
        staying = staying.stream().distinct().toList();
        for (int node : staying) {
            checkRange("--stay", node, 0, processes - 1);
        }
        checkUnits(algorithm, processes, places, units);
        if (reference.isPresent()) {
            checkUnits(reference.get(), processes, places, units);
        }
    }

    /** Of a shared-memory algorithm, or of one with messages where nothing is said of them. */
    Setting(
            Algorithm algorithm,
            int processes,
            int places,
            int crashes,
            boolean kills,
            boolean cancels,
            boolean attempts,
            List<Integer> units,
            Optional<Algorithm.SharedMemory> reference) {
        this(
                algorithm,
                processes,
                places,
                crashes,
                kills,
                cancels,
                attempts,
                units,
                reference,
                List.of(0),
                0,
                List.of(),
                false,
                Optional.empty(),
                List.of(),
                false,
                OptionalInt.empty());
    }

    private static void checkRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            String range = most == Integer.MAX_VALUE ? "at least " + least : "between " + least + " and " + most;
            throw new IllegalArgumentException(option + " must be " + range + ", not " + value);
        }
    }

    private static void checkUnits(Algorithm algorithm, int processes, int places, List<Integer> units) {
        if (units.size() != processes) {
            throw new IllegalArgumentException(
                    "--units must have " + processes + " numbers, one for each process, not " + units.size());
        }
        int most = Math.min(unitsMax(algorithm, processes, places), places);
        for (int wanted : units) {
            if (wanted < 1 || wanted > most) {
                throw new IllegalArgumentException("--units: " + algorithm.name() + " with k = " + places
                        + " gives a process from 1 to " + most + ", not " + wanted);
            }
        }
    }

    private static int unitsMax(Algorithm algorithm, int processes, int places) {
        return switch (algorithm) {
            case Algorithm.SharedMemory shared ->
                system(shared, processes, places).unitsMax();
            case Algorithm.MessagePassing messages ->
                system(messages, processes, places).unitsMax();
        };
    }

    private static ProcessSystem system(Algorithm.SharedMemory algorithm, int processes, int places) {
        try {
            return algorithm.system(processes, places);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(algorithm.name() + ": " + refused.getMessage(), refused);
        }
    }

    private static NodeSystem<?> system(Algorithm.MessagePassing algorithm, int processes, int places) {
        try {
            return algorithm.system(processes, places);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(algorithm.name() + ": " + refused.getMessage(), refused);
        }
    }

    /** The system of a shared-memory algorithm; empty for one with messages. */
    Optional<ProcessSystem> system() {
        return algorithm instanceof Algorithm.SharedMemory shared
                ? Optional.of(system(shared, processes, places))
                : Optional.empty();
    }

    /** How many tokens there always are; 0 where there are none to count. */
    long tokens() {
        return algorithm instanceof Algorithm.MessagePassing messages
                ? system(messages, processes, places).tokens()
                : 0;
    }

    /** How many must stay inside; 0 unless it is a window. */
    int floor() {
        return algorithm instanceof Algorithm.MessagePassing messages
                ? system(messages, processes, places).floor()
                : 0;
    }

    /** How many are inside at first; in a window some may be. */
    long insideAtFirst() {
        if (!(algorithm instanceof Algorithm.MessagePassing messages)) {
            return 0;
        }
        NodeSystem<?> system = system(messages, processes, places);
        return IntStream.range(0, processes)
                .filter(i -> system.node(i).region() == Region.CRITICAL)
                .count();
    }

    /** Whether it sets itself right, from any configuration. */
    boolean stabilises() {
        return algorithm instanceof Algorithm.MessagePassing messages
                && system(messages, processes, places).stabilises();
    }

    /** What decides which properties make sense. */
    Checked checked() {
        return new Checked(
                algorithm.name(),
                places,
                floor(),
                insideAtFirst(),
                tokens(),
                stabilises(),
                algorithm.fifo(),
                system().filter(ProcessSystem.Contested.class::isInstance).isPresent(),
                system().filter(ProcessSystem.Contested.class::isInstance)
                        .map(ProcessSystem.Contested.class::cast)
                        .map(ProcessSystem.Contested::contests)
                        .orElse(List.of()),
                waitsAtMost,
                new Conditions(
                        algorithm instanceof Algorithm.MessagePassing,
                        crashes,
                        kills,
                        cancels,
                        allAskForOne(),
                        start.isPresent(),
                        reference.isPresent()));
    }

    boolean allAskForOne() {
        return units.stream().allMatch(wanted -> wanted == 1);
    }

    /** Whether there are places for all at once. */
    boolean nobodyWaits() {
        return units.stream().mapToLong(wanted -> wanted).sum() <= places && floor() == 0;
    }

    /** The check of this setting, without properties and bounds. */
    Check check() {
        Check check = base().withCrashes(crashes)
                .withRequests(requests.stream().mapToInt(times -> times).toArray())
                .withRoom(room)
                .withHastened(hastened.toArray(String[]::new))
                .withUnits(units.stream().mapToInt(wanted -> wanted).toArray());
        check = kills ? check.withKills() : check;
        check = cancels ? check.withCancels() : check;
        check = attempts ? check.withAttempts() : check;
        check = forgetsVoid ? check.withoutVoid() : check;
        check = staying.isEmpty() ? check : check.withStaying(staying.toArray(Integer[]::new));
        check = hastyTimers ? check.withHastyTimers() : check;
        if (start.isPresent()) {
            check = check.withAnyStart(
                    start.get().most(), start.get().messages(), start.get().seed());
        }
        return reference.isPresent() ? check.withEquivalent(() -> system(reference.get(), processes, places)) : check;
    }

    private Check base() {
        return switch (algorithm) {
            case Algorithm.SharedMemory shared -> Check.of(() -> system(shared, processes, places));
            case Algorithm.MessagePassing messages -> nodes(messages);
        };
    }

    @SuppressWarnings("unchecked") // whatever the messages are, they are the same in all systems of the algorithm
    private <M extends Message> Check nodes(Algorithm.MessagePassing messages) {
        return Check.ofNodes(() -> (NodeSystem<M>) system(messages, processes, places));
    }

    /** The command line that explores it. */
    String command() {
        List<String> words = new ArrayList<>(List.of("turnstile check", algorithm.name()));
        words.add("-n " + processes);
        words.add("-k " + places);
        if (algorithm instanceof Algorithm.MessagePassing) {
            words.add("--requests " + joined(requests));
        }
        if (room > 0) {
            words.add("--room " + room);
        }
        if (!hastened.isEmpty()) {
            words.add("--hasten " + String.join(",", hastened));
        }
        if (forgetsVoid) {
            words.add("--forget-void");
        }
        if (crashes > 0) {
            words.add("--crashes " + crashes);
        }
        if (kills) {
            words.add("--kill");
        }
        if (cancels) {
            words.add("--cancel");
        }
        if (attempts) {
            words.add("--attempt");
        }
        if (!staying.isEmpty()) {
            words.add("--stay " + joined(staying));
        }
        if (hastyTimers) {
            words.add("--hasty-timers");
        }
        waitsAtMost.ifPresent(entries -> words.add("--waits-at-most " + entries));
        start.ifPresent(any ->
                words.add("--any-start " + any.most() + " --messages " + any.messages() + " --seed " + any.seed()));
        if (!allAskForOne()) {
            words.add("--units " + joined(units));
        }
        reference.ifPresent(other -> words.add("--equivalent-to " + other.name()));
        return String.join(" ", words);
    }

    private static String joined(List<Integer> numbers) {
        return String.join(",", numbers.stream().map(String::valueOf).toList());
    }
}
