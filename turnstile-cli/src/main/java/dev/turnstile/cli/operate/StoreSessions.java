package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.algorithm.store.Incidents;
import dev.turnstile.algorithm.store.Party;
import dev.turnstile.algorithm.store.SessionId;
import dev.turnstile.algorithm.store.SessionRecord;
import dev.turnstile.cli.render.HumanFormat;
import dev.turnstile.driver.store.StoreOperator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The processes that use a store, and those that other processes have ended in the last day. Times are by wall clock.
 *
 * @param living the processes that use it
 * @param killed the sessions that another process has ended, last one first
 * @param wallClock when they were read
 */
record StoreSessions(List<Session> living, List<Session> killed, long wallClock) {
    private static final String ROW = "  %8s  %9s  %7s  %s";
    private static final Duration SHOWN = Duration.ofDays(1);

    /** One session, with its id. */
    record Session(SessionId id, SessionRecord record) {
        SessionRecord.Ending ending() {
            return record.ending().orElseThrow();
        }
    }

    /** A number in {@link Incidents}: its name for programs, and what people count. */
    private record Count(String name, String thing, ToLongFunction<Incidents> of) {}

    private static final List<Count> COUNTS = List.of(
            new Count("conflicts", "conflict", Incidents::conflicts),
            new Count("unknowns", "unknown outcome", Incidents::unknowns),
            new Count("doubts", "doubt", Incidents::doubts),
            new Count("lapses", "lapse", Incidents::lapses),
            new Count("kills", "kill", Incidents::kills),
            new Count("strays", "stray", Incidents::strays),
            new Count("losses", "lost permit", Incidents::losses));

    /**
     * Returns the sessions in a store. Empty if the turnstiles are in a folder.
     *
     * @param name the turnstile to whose users to restrict the living, if any
     */
    static Optional<StoreSessions> of(Operator operator, Optional<String> name) {
        if (!(operator instanceof StoreOperator store)) {
            return Optional.empty();
        }
        Map<SessionId, SessionRecord> all = store.sessions();
        long now = System.currentTimeMillis();
        Comparator<Session> byPlace = Comparator.comparing(
                        (Session session) -> session.record().host())
                .thenComparing(session -> session.record().program())
                .thenComparingLong(session -> session.record().pid());
        Comparator<Session> byTime = Comparator.comparingLong(
                        (Session session) -> session.ending().at())
                .reversed();
        return Optional.of(new StoreSessions(
                sessions(name.map(store::sessions).orElse(all))
                        .filter(session -> !session.record().isOver())
                        .sorted(byPlace)
                        .toList(),
                sessions(all)
                        .filter(session -> session.record().status() == SessionRecord.Status.DEAD)
                        .filter(session -> now - session.ending().at() < SHOWN.toMillis())
                        .sorted(byTime)
                        .toList(),
                now));
    }

    private static Stream<Session> sessions(Map<SessionId, SessionRecord> records) {
        return records.entrySet().stream().map(each -> new Session(each.getKey(), each.getValue()));
    }

    // ------------------------------------------------------------------------------------------------ for people

    /** Returns the processes and the killed sessions, each as one part of a text, if there are any. */
    List<String> parts() {
        List<String> parts = new ArrayList<>();
        if (!living.isEmpty()) {
            List<String> lines = new ArrayList<>();
            lines.add("processes:");
            lines.add(String.format(ROW, "PID", "HEARTBEAT", "LEASE", "PROGRAM"));
            living.forEach(session -> lines.add(row(session.record())));
            parts.add(String.join("\n", lines));
        }
        if (!killed.isEmpty()) {
            parts.add(String.join("\n", killings()));
        }
        return parts;
    }

    private String row(SessionRecord record) {
        return String.format(
                ROW,
                record.pid(),
                HumanFormat.span(Duration.ofMillis(record.silentMillis(wallClock))) + " ago",
                HumanFormat.span(Duration.ofMillis(record.leaseMillis())),
                StatusText.printable(record.program() + " on " + record.host())
                        + mark(record)
                        + incidents(record.incidents()));
    }

    private String mark(SessionRecord record) {
        return record.status() == SessionRecord.Status.REVOKED
                ? "  [ended by force]"
                : record.isSilent(wallClock) ? "  [silent]" : "";
    }

    private static String incidents(Incidents incidents) {
        List<String> counted = COUNTS.stream()
                .filter(count -> count.of().applyAsLong(incidents) > 0)
                .map(count -> HumanFormat.count(count.of().applyAsLong(incidents), count.thing()))
                .toList();
        return counted.isEmpty() ? "" : "  (" + String.join(", ", counted) + ")";
    }

    /** Returns a line for each killed session. */
    List<String> killings() {
        return killed.stream().map(this::killing).toList();
    }

    private String killing(Session session) {
        SessionRecord.Ending ending = session.ending();
        String how = switch (ending.cause()) {
            case SILENCE -> " was declared dead ";
            case FORCE -> " was ended by force ";
        };
        return whose(session) + how
                + HumanFormat.span(Duration.ofMillis(Math.max(0, wallClock - ending.at()))) + " ago by "
                + StatusText.printable(ending.by().toString()) + ", at version "
                + session.record().beats() + " of its record";
    }

    private static String whose(Session session) {
        return session.record().pid() == 0
                ? "session " + session.id() + ", which had no record,"
                : StatusText.printable(session.record().owner().toString());
    }

    // ------------------------------------------------------------------------------------------------ for programs

    /** Adds the processes to the members of a JSON object. */
    void putLiving(Map<String, Object> members) {
        members.put("processes", living.stream().map(this::process).toList());
    }

    /** Adds the killed sessions to the members of a JSON object. */
    void putKilled(Map<String, Object> members) {
        members.put("killed", killed.stream().map(this::killed).toList());
    }

    private Map<String, Object> process(Session session) {
        SessionRecord record = session.record();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("session", session.id().toString());
        put(members, record.owner());
        members.put(
                "life",
                record.status() == SessionRecord.Status.REVOKED
                        ? "revoked"
                        : record.isSilent(wallClock) ? "silent" : "alive");
        members.put("heartbeatSeconds", record.silentMillis(wallClock) / 1000.0);
        members.put("leaseSeconds", record.leaseMillis() / 1000.0);
        members.put("whenSilent", StatusJson.lowerCase(record.whenSilent()));
        COUNTS.forEach(count -> members.put(count.name(), count.of().applyAsLong(record.incidents())));
        return members;
    }

    private Map<String, Object> killed(Session session) {
        SessionRecord.Ending ending = session.ending();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("session", session.id().toString());
        put(members, session.record().owner());
        members.put("version", session.record().beats());
        members.put("cause", StatusJson.lowerCase(ending.cause()));
        members.put("at", Instant.ofEpochMilli(ending.at()).toString());
        Map<String, Object> by = new LinkedHashMap<>();
        put(by, ending.by());
        members.put("by", by);
        return members;
    }

    private static void put(Map<String, Object> members, Party party) {
        members.put("pid", party.pid());
        members.put("command", party.program());
        members.put("host", party.host());
    }
}
