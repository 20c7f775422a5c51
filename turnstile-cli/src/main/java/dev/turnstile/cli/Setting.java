package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.explore.Check;
import dev.turnstile.machine.ProcessSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
 */
record Setting(
        Algorithm.SharedMemory algorithm,
        int processes,
        int places,
        int crashes,
        boolean kills,
        boolean cancels,
        boolean attempts,
        List<Integer> units,
        Optional<Algorithm.SharedMemory> reference) {
    /**
     * Checks all sizes, and copies the list.
     *
     * @throws IllegalArgumentException when one is not allowed; it says which are
     */
    Setting {
        checkRange("-n", processes, 1, Check.PROCESSES_MAX);
        checkRange("-k", places, 1, Integer.MAX_VALUE);
        checkRange("--crashes", crashes, 0, processes);
        units = List.copyOf(units);
        checkUnits(algorithm, processes, places, units);
        if (reference.isPresent()) {
            checkUnits(reference.get(), processes, places, units);
        }
    }

    private static void checkRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            String range = most == Integer.MAX_VALUE ? "at least " + least : "between " + least + " and " + most;
            throw new IllegalArgumentException(option + " must be " + range + ", not " + value);
        }
    }

    private static void checkUnits(Algorithm.SharedMemory algorithm, int processes, int places, List<Integer> units) {
        if (units.size() != processes) {
            throw new IllegalArgumentException(
                    "--units must have " + processes + " numbers, one for each process, not " + units.size());
        }
        int most = Math.min(system(algorithm, processes, places).unitsMax(), places);
        for (int wanted : units) {
            if (wanted < 1 || wanted > most) {
                throw new IllegalArgumentException("--units: " + algorithm.name() + " with k = " + places
                        + " gives a process from 1 to " + most + ", not " + wanted);
            }
        }
    }

    private static ProcessSystem system(Algorithm.SharedMemory algorithm, int processes, int places) {
        try {
            return algorithm.system(processes, places);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(algorithm.name() + ": " + refused.getMessage(), refused);
        }
    }

    ProcessSystem system() {
        return system(algorithm, processes, places);
    }

    boolean allAskForOne() {
        return units.stream().allMatch(wanted -> wanted == 1);
    }

    /** Whether there are places for all at once. */
    boolean nobodyWaits() {
        return units.stream().mapToLong(wanted -> wanted).sum() <= places;
    }

    /** The check of this setting, without properties and bounds. */
    Check check() {
        Check check = Check.of(this::system)
                .withCrashes(crashes)
                .withUnits(units.stream().mapToInt(wanted -> wanted).toArray());
        check = kills ? check.withKills() : check;
        check = cancels ? check.withCancels() : check;
        check = attempts ? check.withAttempts() : check;
        return reference.isPresent() ? check.withEquivalent(() -> system(reference.get(), processes, places)) : check;
    }

    /** The command line that explores it. */
    String command() {
        List<String> words = new ArrayList<>(List.of("turnstile check", algorithm.name()));
        words.add("-n " + processes);
        words.add("-k " + places);
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
        if (!allAskForOne()) {
            words.add("--units "
                    + String.join(",", units.stream().map(String::valueOf).toList()));
        }
        reference.ifPresent(other -> words.add("--equivalent-to " + other.name()));
        return String.join(" ", words);
    }
}
