package dev.turnstile.cli.lab;

import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.HumanFormat;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a simulation has no row for: runs that failed, and runs that were not finished in time. They are named on
 * standard error and in JSON, without any number that was measured.
 *
 * @param failed the former
 * @param unfinished the latter
 */
record MissingRuns(List<Failed> failed, List<Unfinished> unfinished) {
    /**
     * A property did not hold.
     *
     * @param row what would have been in the row's first columns, by name
     * @param seed of the first run that failed
     * @param property which, by name
     * @param reason what was seen
     */
    record Failed(Map<String, Object> row, long seed, String property, String reason) {}

    /**
     * Time was over.
     *
     * @param row what would have been in the row's first columns, by name
     * @param done how many runs were finished
     * @param runs how many there should have been
     */
    record Unfinished(Map<String, Object> row, int done, int runs) {}

    /** Copies the lists. */
    MissingRuns {
        failed = List.copyOf(failed);
        unfinished = List.copyOf(unfinished);
    }

    int exitCode() {
        return !failed.isEmpty() ? ExitCode.VIOLATED : unfinished.isEmpty() ? ExitCode.DONE : ExitCode.NOT_EXHAUSTED;
    }

    /** Names each on a line of its own. */
    void tell(PrintWriter err) {
        failed.forEach(one -> err.println("turnstile: no result for " + words(one.row()) + ": seed " + one.seed()
                + " failed (" + one.property() + ": " + one.reason() + ")"));
        unfinished.forEach(one -> err.println("turnstile: no result for " + words(one.row()) + ": " + one.done()
                + " of " + HumanFormat.count(one.runs(), "run") + " finished within --max-time"));
    }

    private static String words(Map<String, Object> row) {
        return String.join(
                ", ",
                row.entrySet().stream()
                        .map(column -> column.getKey().equals("algorithm")
                                ? String.valueOf(column.getValue())
                                : column.getKey() + " "
                                        + (column.getValue() instanceof Double number
                                                ? HumanFormat.number(number)
                                                : column.getValue()))
                        .toList());
    }

    /** Adds both lists, always, to what is written as JSON. */
    void addTo(Map<String, Object> members) {
        members.put("failed", failed.stream().map(MissingRuns::members).toList());
        members.put("unfinished", unfinished.stream().map(MissingRuns::members).toList());
    }

    private static Map<String, Object> members(Failed one) {
        Map<String, Object> members = new LinkedHashMap<>(one.row());
        members.put("seed", one.seed());
        members.put("property", one.property());
        members.put("reason", one.reason());
        return members;
    }

    private static Map<String, Object> members(Unfinished one) {
        Map<String, Object> members = new LinkedHashMap<>(one.row());
        members.put("runsFinished", one.done());
        members.put("runs", one.runs());
        return members;
    }
}
