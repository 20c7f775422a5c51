package dev.turnstile.lab.explore;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.property.Checked;
import dev.turnstile.lab.property.Conditions;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.setting.Settings;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A request to check an algorithm of a given size, and what may happen to it.
 *
 * <pre>{@code
 * CheckRequest request = new CheckRequest(Catalogue.find("raymond"), 3, 1, Settings.NONE, Optional.empty());
 * Report report = request.check(request.properties()).run();
 * }</pre>
 */
public final class CheckRequest {
    private static final int REQUESTS = 2; // the default, for each node

    private final Algorithm algorithm;
    private final int processes;
    private final int places;
    private final Settings settings;
    private final List<Integer> units;
    private final Optional<Algorithm.SharedMemory> reference;
    private final Built built;

    /** A system of the algorithm: built once, inspected, and then explored. */
    private sealed interface Built {
        int unitsMax();

        Check check();

        record Sharing(Systems<ProcessSystem> systems) implements Built {
            @Override
            public int unitsMax() {
                return systems.first().sizes().unitsEach();
            }

            @Override
            public Check check() {
                return Check.of(systems);
            }
        }

        record Sending<M extends Message>(Systems<NodeSystem<M>> systems) implements Built {
            @Override
            public int unitsMax() {
                return systems.first().sizes().unitsEach();
            }

            @Override
            public Check check() {
                return Check.ofNodes(systems);
            }
        }
    }

    /**
     * Checks all sizes and options.
     *
     * @param algorithm the algorithm
     * @param processes n, at most {@link Check#PROCESSES_MAX}
     * @param places k, as many as the algorithm allows
     * @param requested the options of {@link CheckOptions#ALL}
     * @param reference the algorithm that this one must be equivalent to, if any
     * @throws IllegalArgumentException if a size or an option is not allowed; the message says what is
     */
    public CheckRequest(
            Algorithm algorithm,
            int processes,
            int places,
            Settings requested,
            Optional<Algorithm.SharedMemory> reference) {
        checkRange("-n", processes, 1, Check.PROCESSES_MAX);
        checkRange("-k", places, 1, Integer.MAX_VALUE);
        this.algorithm = algorithm;
        this.processes = processes;
        this.places = places;
        this.reference = reference;
        Settings given = withUnitsOfAll(requested, processes);
        settings = withDefaults(given, sendsMessages());
        settings.check(CheckOptions.ALL, processes);
        int requests = settings.get(CheckOptions.REQUESTS).size();
        if (requests > 1 && requests != processes) {
            throw new IllegalArgumentException(
                    "--requests must have one number, or " + processes + ", one for each node, not " + requests);
        }
        units = given.find(CheckOptions.UNITS).orElse(Collections.nCopies(processes, 1));
        built = build();
        checkUnits(algorithm, built.unitsMax());
        if (reference.isPresent()) {
            checkUnits(reference.get(), system(reference.get()).sizes().unitsEach());
        }
    }

    /** Replaces one number of units for all processes by one for each. */
    private static Settings withUnitsOfAll(Settings given, int processes) {
        List<Integer> asked = given.get(CheckOptions.UNITS);
        return asked.size() == 1
                ? given.with(CheckOptions.UNITS, Collections.nCopies(processes, asked.getFirst()))
                : given;
    }

    private static void checkRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            String range = most == Integer.MAX_VALUE ? "at least " + least : "between " + least + " and " + most;
            throw new IllegalArgumentException(option + " must be " + range + ", not " + value);
        }
    }

    /** Adds the defaults that depend on other options, so that a report shows them. */
    private static Settings withDefaults(Settings given, boolean messages) {
        boolean starts = given.has(CheckOptions.ANY_START);
        if (!starts && (given.has(CheckOptions.MESSAGES) || given.has(CheckOptions.SEED))) {
            throw new IllegalArgumentException("--messages and --seed need --any-start");
        }
        Settings all = given;
        if (messages && !given.has(CheckOptions.REQUESTS)) {
            all = all.with(CheckOptions.REQUESTS, List.of(REQUESTS));
        }
        if (starts) {
            all = all.with(CheckOptions.MESSAGES, given.get(CheckOptions.MESSAGES))
                    .with(CheckOptions.SEED, given.get(CheckOptions.SEED));
        }
        if (given.get(CheckOptions.UNITS).stream().allMatch(wanted -> wanted == 1)) {
            all = all.without(CheckOptions.UNITS);
        }
        return all.with(
                CheckOptions.STAY,
                given.get(CheckOptions.STAY).stream().distinct().toList());
    }

    private void checkUnits(Algorithm of, int unitsMax) {
        if (units.size() != processes) {
            throw new IllegalArgumentException(
                    "--units must have one number, or " + processes + ", one for each process, not " + units.size());
        }
        int most = Math.min(unitsMax, places);
        for (int wanted : units) {
            if (wanted < 1 || wanted > most) {
                throw new IllegalArgumentException("--units: " + of.name() + " with k = " + places
                        + " allows a process 1 to " + most + " units, not " + wanted);
            }
        }
    }

    private Built build() {
        return switch (algorithm) {
            case Algorithm.SharedMemory shared -> new Built.Sharing(new Systems<>(() -> system(shared)));
            case Algorithm.MessagePassing messages -> sending(messages);
        };
    }

    @SuppressWarnings("unchecked") // all systems of an algorithm have the same message type
    private <M extends Message> Built sending(Algorithm.MessagePassing messages) {
        return new Built.Sending<>(new Systems<>(() -> (NodeSystem<M>) system(messages)));
    }

    private ProcessSystem system(Algorithm.SharedMemory of) {
        try {
            return of.system(processes, places);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(of.name() + ": " + refused.getMessage(), refused);
        }
    }

    private NodeSystem<?> system(Algorithm.MessagePassing of) {
        try {
            return of.system(processes, places);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(of.name() + ": " + refused.getMessage(), refused);
        }
    }

    /** Returns the algorithm to check. */
    public Algorithm algorithm() {
        return algorithm;
    }

    /** Returns n. */
    public int processes() {
        return processes;
    }

    /** Returns k. */
    public int limit() {
        return places;
    }

    /** Returns how many units each process requests. */
    public List<Integer> units() {
        return units;
    }

    /** Returns the options, including defaults that depend on other options. */
    public Settings settings() {
        return settings;
    }

    private boolean sendsMessages() {
        return algorithm instanceof Algorithm.MessagePassing;
    }

    /** Returns the parameters that decide which properties make sense. */
    private Checked checked() {
        Conditions conditions = new Conditions(
                sendsMessages(),
                settings.get(CheckOptions.CRASHES),
                settings.get(CheckOptions.KILL),
                settings.get(CheckOptions.CANCEL),
                !settings.has(CheckOptions.UNITS),
                settings.has(CheckOptions.ANY_START),
                reference.isPresent());
        OptionalInt waits = settings.find(CheckOptions.WAITS_AT_MOST).stream()
                .mapToInt(entries -> entries)
                .findFirst();
        return switch (built) {
            case Built.Sharing(var systems) -> ofProcesses(systems.first(), conditions, waits);
            case Built.Sending<?>(var systems) -> ofNodes(systems.first(), conditions, waits);
        };
    }

    private Checked ofProcesses(ProcessSystem system, Conditions conditions, OptionalInt waits) {
        List<ProcessFacts.Contest> contests = system.facts().contests();
        return new Checked(
                algorithm.name(),
                places,
                0,
                0,
                0,
                false,
                algorithm.fifo(),
                !contests.isEmpty(),
                contests,
                waits,
                conditions);
    }

    private Checked ofNodes(NodeSystem<?> system, Conditions conditions, OptionalInt waits) {
        long inside = IntStream.range(0, processes)
                .filter(i -> system.node(i).region() == Region.CRITICAL)
                .count();
        return new Checked(
                algorithm.name(),
                places,
                system.sizes().floor(),
                inside,
                system.facts().tokens(),
                system.facts().stabilises(),
                algorithm.fifo(),
                false,
                List.of(),
                waits,
                conditions);
    }

    /**
     * Returns the properties that were selected, or by default those that make sense.
     *
     * @throws IllegalArgumentException if a name is unknown or makes no sense here; the message says which do
     */
    public List<Property> properties() {
        Optional<List<String>> names = settings.find(CheckOptions.PROPERTY)
                .map(lists -> lists.stream()
                        .flatMap(list -> Arrays.stream(list.split(",", -1)))
                        .toList());
        return KnownProperties.wanted(names, checked());
    }

    /** Returns whether there is room for all processes at once. */
    public boolean nobodyWaits() {
        return units.stream().mapToLong(wanted -> wanted).sum() <= places
                && checked().floor() == 0;
    }

    /** Returns the check, with these properties. */
    public Check check(List<Property> properties) {
        Check check = built.check()
                .withSettings(settings)
                .withUnits(units.stream().mapToInt(wanted -> wanted).toArray())
                .withProperties(properties.toArray(Property[]::new));
        return reference.isPresent() ? check.withEquivalent(() -> system(reference.get())) : check;
    }

    /** Returns the command line of this check, without the properties. */
    public String command() {
        List<String> words = new ArrayList<>(List.of("turnstile check", algorithm.name()));
        words.add("-n " + processes);
        words.add("-k " + places);
        words.addAll(settings.words(CheckOptions.ALL));
        return String.join(" ", words);
    }

    /** Returns what is checked and what may happen, for people. */
    public String text() {
        List<String> parts = new ArrayList<>(List.of(algorithm.name(), "n = " + processes, "k = " + places));
        parts.addAll(settings.phrases(CheckOptions.ALL));
        return String.join(", ", parts);
    }

    /** Returns what is checked and what may happen, for programs. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("algorithm", algorithm.name());
        members.put("processes", processes);
        members.put("places", places);
        Settings complete = settings.with(CheckOptions.UNITS, units);
        members.putAll(complete.members(CheckOptions.ALL, sendsMessages()));
        members.put("nobodyWaits", nobodyWaits());
        return members;
    }
}
