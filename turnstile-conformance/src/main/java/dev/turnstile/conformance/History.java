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
 * The record of a real run, in one order, to be checked afterwards.
 *
 * <p>A recorder cannot look inside a turnstile. It records CALLED before it makes a call, and QUEUED once it has seen
 * the caller in line. It records ENTERED after the call has returned with a permit, LEFT before it closes the permit,
 * and GAVE_UP after the call has returned without one. So a caller that is inside according to the history really was
 * inside. QUEUED is recorded only for callers that will not give up.
 *
 * <pre>{@code
 * history.checkLimit(2).ifPresent(violation -> fail(violation.toString()));
 * history.checkFifo(2).ifPresent(violation -> fail(violation.toString()));
 * }</pre>
 *
 * @param events what happened, in the order in which it was recorded
 */
public record History(List<Event> events) {
    /** A stage in the life of a call. */
    public enum Kind {
        /** The call is about to be made. */
        CALLED,
        /** The caller is in line, and will not give up. */
        QUEUED,
        /** The call has returned with a permit. */
        ENTERED,
        /** The permit is about to be closed. */
        LEFT,
        /** The call has returned without a permit. */
        GAVE_UP
    }

    /**
     * One line of a history.
     *
     * @param call the number of the call; every call has its own
     * @param kind what happened to it
     * @param units how many units it requests
     */
    public record Event(int call, Kind kind, int units) {}

    /**
     * The reason why a history is wrong.
     *
     * @param reason the reason, as a sentence
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

    /** Returns the first moment at which more units were inside than allowed, if there was one. */
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
     * Returns the first call that overtook, if there is one: it entered although an earlier call, in line before this
     * one was made, cannot have been admitted yet.
     *
     * <p>If several callers may be inside, the earlier one may have been admitted without having recorded it. But it
     * takes up room: the units of the callers inside and of those overtaken must together fit the limit.
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
                                        + ", which were in line when it was made",
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
