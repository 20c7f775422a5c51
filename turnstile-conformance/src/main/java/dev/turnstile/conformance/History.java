package dev.turnstile.conformance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was recorded of a real run, in one order, to be judged afterwards.
 *
 * <p>A recorder can't look inside: it writes CALLED before it calls, QUEUED once it has seen the caller in line,
 * ENTERED after the call has returned with a permit, LEFT before it closes the permit, and GAVE_UP after the call has
 * returned without. So whoever is inside according to the history really was. QUEUED is written only of callers that
 * will not give up.
 *
 * <pre>{@code
 * history.checkLimit(2).ifPresent(violation -> fail(violation.toString()));
 * history.checkFifo(2).ifPresent(violation -> fail(violation.toString()));
 * }</pre>
 *
 * @param events what happened, in the order in which it was recorded
 */
public record History(List<Event> events) {
    /** What can be recorded of a call. */
    public enum Kind {
        /** It is about to be made. */
        CALLED,
        /** It is in line, and will not give up. */
        QUEUED,
        /** It has returned with a permit. */
        ENTERED,
        /** Its permit is about to be closed. */
        LEFT,
        /** It has returned without a permit. */
        GAVE_UP
    }

    /**
     * One line of a history.
     *
     * @param call which call; every call has a number of its own
     * @param kind what happened to it
     * @param units how many units it asks for
     */
    public record Event(int call, Kind kind, int units) {}

    /**
     * Why a history is wrong.
     *
     * @param reason as a sentence
     * @param calls the calls that are involved
     */
    public record Violation(String reason, List<Integer> calls) {
        /** Copies the list. */
        public Violation {
            calls = List.copyOf(calls);
        }
    }

    /** Copies the list. */
    public History {
        events = List.copyOf(events);
    }

    /** The first moment at which more units were inside than allowed, if there was one. */
    public Optional<Violation> checkLimit(int limit) {
        Map<Integer, Integer> inside = new LinkedHashMap<>();
        for (Event event : events) {
            follow(inside, event);
            if (sum(inside) > limit) {
                return Optional.of(new Violation(
                        sum(inside) + " units are inside, " + limit + " allowed", List.copyOf(inside.keySet())));
            }
        }
        return Optional.empty();
    }

    /**
     * The first call that entered although one that was in line before it was made can't have been let in yet, if there
     * is one.
     *
     * <p>Where several may be inside, the one in line may have been let in and not have come to say so. But it takes
     * room: those inside, and those overtaken, must fit the limit together.
     */
    public Optional<Violation> checkFifo(int limit) {
        Map<Integer, Integer> inside = new LinkedHashMap<>();
        Map<Integer, Integer> queued = new LinkedHashMap<>();
        Map<Integer, Set<Integer>> aheadOf = new HashMap<>();
        for (Event event : events) {
            follow(inside, event);
            switch (event.kind()) {
                case CALLED -> aheadOf.put(event.call(), new HashSet<>(queued.keySet()));
                case QUEUED -> queued.put(event.call(), event.units());
                case GAVE_UP -> queued.remove(event.call());
                case LEFT -> {}
                case ENTERED -> {
                    queued.remove(event.call());
                    List<Integer> overtaken = new ArrayList<>(queued.keySet());
                    overtaken.retainAll(aheadOf.getOrDefault(event.call(), Set.of()));
                    int room = sum(inside)
                            + overtaken.stream().mapToInt(queued::get).sum();
                    if (!overtaken.isEmpty() && room > limit) {
                        return Optional.of(new Violation(
                                "call " + event.call() + " entered before " + overtaken
                                        + ", which were in line when it came",
                                overtaken));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static void follow(Map<Integer, Integer> inside, Event event) {
        switch (event.kind()) {
            case ENTERED -> inside.put(event.call(), event.units());
            case LEFT -> inside.remove(event.call());
            case CALLED, QUEUED, GAVE_UP -> {}
        }
    }

    private static int sum(Map<Integer, Integer> units) {
        return units.values().stream().mapToInt(Integer::intValue).sum();
    }
}
