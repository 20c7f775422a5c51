package dev.turnstile.jdbc;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.StoredLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Every value that a window in a store has had, what its holders have logged, and the judge. Each change that lets a
 * holder out, or lets it stop, must leave enough holders that count for the floor. A holder that was told so was let
 * out before; a holder that was let out had asked for it. A holder stops counting for another reason only if its
 * process was silent for half a lease, or if an operator has ended its session.
 */
final class WindowHistory {
    private record Holding(long fence, SessionId session, boolean counts, boolean starts) {}

    /** What the holder with one fence has logged. */
    private static final class Stay {
        boolean wasKilled; // its process was
        boolean asked;
        boolean abandons;
        boolean lostUnasked;
        long toldMicros = Long.MAX_VALUE; // when it knew that it has left or may stop
    }

    private final int floor;
    private final long halfLeaseMicros;
    private final TreeMap<Long, StoredLedger> values = new TreeMap<>(); // by count of commits
    private final Map<Long, Long> micros = new HashMap<>(); // of a commit, by the same
    private final Map<SessionId, List<Long>> beats = new HashMap<>(); // microseconds, in order
    private final Map<Long, Stay> stays = new HashMap<>(); // by fence
    private final Map<Long, Long> uncounted = new HashMap<>(); // microseconds, by fence
    private final Set<Long> counted = new HashSet<>(); // fences
    private final List<String> wrong = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    WindowHistory(int floor, Duration lease) {
        this.floor = floor;
        halfLeaseMicros = TimeUnit.NANOSECONDS.toMicros(lease.toNanos()) / 2;
    }

    /** Adds a value of the window. */
    void add(StoredLedger value, long atMicros) {
        values.put(value.commits(), value);
        micros.put(value.commits(), atMicros);
    }

    /** Adds a heartbeat of a session. Those of one session come in order. */
    void beat(SessionId session, long atMicros) {
        beats.computeIfAbsent(session, unused -> new ArrayList<>()).add(atMicros);
    }

    /** Adds the log of one process. */
    void log(Path file, boolean wasKilled) throws IOException {
        Map<String, Stay> byCall = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] part = line.split(" ");
            if (part[0].equals("in")) {
                Stay stay = new Stay();
                stay.wasKilled = wasKilled;
                byCall.put(part[2], stay);
                stays.put(Long.valueOf(part[5]), stay);
            }
            Stay stay = byCall.getOrDefault(part[2], new Stay());
            switch (part[0]) {
                case "leaves" -> stay.asked = true;
                case "abandons" -> {
                    stay.asked = true;
                    stay.abandons = true;
                }
                case "stopped", "left" -> stay.toldMicros = Math.min(stay.toldMicros, Long.parseLong(part[4]));
                case "lost", "told-of-loss" -> stay.lostUnasked |= !stay.asked;
                default -> {}
            }
        }
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    Map<String, Integer> counts() {
        return counts;
    }

    /** Returns what is wrong. */
    List<String> judge() {
        if (!values.isEmpty() && values.lastKey() - values.firstKey() != values.size() - 1) {
            wrong.add("commits are missing: " + values.size() + " of " + values.firstKey() + " to " + values.lastKey());
        }
        Map<Long, Holding> before = Map.of();
        for (StoredLedger value : values.values()) {
            Map<Long, Holding> after = holdings(value);
            for (Holding holding : before.values()) {
                judge(holding, value, after);
            }
            before = after;
        }
        stays.forEach((fence, stay) -> {
            if (stay.lostUnasked) {
                wrong.add("the holder with fence " + fence + " has lost its permit");
            }
            if (stay.toldMicros < Long.MAX_VALUE
                    && counted.contains(fence)
                    && uncounted.getOrDefault(fence, Long.MAX_VALUE) > stay.toldMicros) {
                wrong.add("the holder with fence " + fence + " was told that it may stop at " + stay.toldMicros
                        + ", and the store let it at " + uncounted.get(fence));
            }
        });
        return wrong;
    }

    private Map<Long, Holding> holdings(StoredLedger value) {
        Ledger ledger = new Ledger(StoredLedger.ENTRIES_MAX);
        ledger.load(value.words());
        Map<Long, Holding> holdings = new HashMap<>();
        for (int entry = 0; entry < ledger.inside(); entry++) {
            Holding holding = new Holding(
                    ledger.fence(entry),
                    value.row(RequestWord.member(ledger.who(entry)))
                            .orElseThrow()
                            .session(),
                    !ledger.isAside(entry),
                    ledger.isStarting(entry));
            holdings.put(holding.fence, holding);
            if (holding.counts) {
                counted.add(holding.fence);
            }
        }
        return holdings;
    }

    /** Judges what has become of a holder. All holders have one unit. */
    private void judge(Holding holding, StoredLedger value, Map<Long, Holding> after) {
        Holding now = after.get(holding.fence);
        long at = micros.get(value.commits());
        if (now != null && (now.counts || !holding.counts)) {
            return;
        }
        Stay stay = stays.getOrDefault(holding.fence, new Stay());
        if (holding.counts) {
            uncounted.put(holding.fence, at);
        }
        if (now == null && value.row(holding.session).isEmpty()) {
            count("holders ended by an operator");
            if (stays.containsKey(holding.fence) && !stay.wasKilled) {
                wrong.add("the session of a living process is over: " + holding);
            }
        } else if (now != null && now.starts) {
            count("doubts");
            checkSilence(holding, at);
        } else {
            count(holding.counts ? "holders let out" : "holders let out that did not count");
            long serving = after.values().stream().filter(Holding::counts).count();
            if (stays.containsKey(holding.fence) && !stay.asked) {
                wrong.add("was let out without having asked: " + holding);
            }
            if (holding.counts && serving < floor && !stay.abandons) {
                if (now == null) {
                    wrong.add("leaving left " + serving + " of " + floor + ": " + holding);
                } else {
                    checkSilence(holding, at); // of a holder that waited to leave
                }
            }
        }
    }

    /** Checks that a session was silent for half a lease, at most a lease before the doubt was written down. */
    private void checkSilence(Holding holding, long at) {
        List<Long> all = beats.getOrDefault(holding.session, List.of());
        long last = Long.MIN_VALUE;
        long longest = 0;
        for (long beat : all) {
            if (beat > at) {
                break;
            }
            longest = last != Long.MIN_VALUE && beat > at - 2 * halfLeaseMicros
                    ? Math.max(longest, beat - last)
                    : longest;
            last = beat;
        }
        longest = last == Long.MIN_VALUE ? longest : Math.max(longest, at - last);
        if (longest < halfLeaseMicros) {
            wrong.add("doubted after " + longest + " us of silence: " + holding);
        }
    }
}
