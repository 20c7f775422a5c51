package dev.turnstile.cli.lab;

import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.HumanFormat;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows that a simulation lacks, because runs failed or did not finish in time. They are named on standard error and
 * in JSON, without any measured number.
 *
 * @param failed rows with a run that failed
 * @param unfinished rows with a run that did not finish
 */
record MissingRuns(List<Failed> failed, List<Unfinished> unfinished) {
    /**
     * A row that is missing because a property was violated.
     *
     * @param row the row's first columns, by name
     * @param seed the seed of the first run that failed
     * @param property the name of the property
     * @param reason the violation
     */
    record Failed(Map<String, Object> row, long seed, String property, String reason) {}

    /**
     * A row that is missing because the time was up.
     *
     * @param row the row's first columns, by name
     * @param done the number of runs that finished
     * @param runs the number of runs that the row needs
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

    /** Prints a line for each missing row. */
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

    /** Adds both lists to the members of the JSON, even if they are empty. */
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
