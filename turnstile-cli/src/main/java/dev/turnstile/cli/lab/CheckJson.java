package dev.turnstile.cli.lab;

import dev.turnstile.cli.render.Json;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.explore.Trace;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.Property;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An answer, for programs: one object, always with the same members. Members that do not apply are null. */
final class CheckJson {
    private CheckJson() {}

    static String of(CheckAnswer answer) {
        Map<String, Object> members = new LinkedHashMap<>(answer.request().members());
        members.put(
                "properties", answer.properties().stream().map(CheckJson::of).toList());
        addVerdict(members, answer);
        addFigures(members, answer.report());
        return Json.of(members);
    }

    private static Map<String, Object> of(Property property) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", property.name());
        members.put("sentence", property.sentence());
        return members;
    }

    private static void addVerdict(Map<String, Object> members, CheckAnswer answer) {
        switch (answer.report().verdict()) {
            case Verdict.Holds() -> addVerdict(members, "holds", null, null);
            case Verdict.Violated violated ->
                addVerdict(members, "violated", violated.violation().reason(), violation(answer, violated));
            case Verdict.NotExhausted(String reason) -> addVerdict(members, "not-exhausted", reason, null);
        }
    }

    private static void addVerdict(
            Map<String, Object> members, String verdict, String reason, Map<String, Object> violation) {
        members.put("verdict", verdict);
        members.put("reason", reason);
        members.put("violation", violation);
    }

    private static Map<String, Object> violation(CheckAnswer answer, Verdict.Violated violated) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("property", violated.property().name());
        members.put("participants", violated.violation().participants());
        members.put("steps", steps(violated.trace().steps()));
        members.put("repeated", steps(violated.trace().repeated()));
        members.put("command", answer.reproducedBy(violated.property()));
        return members;
    }

    private static List<Map<String, Object>> steps(List<Trace.Step> steps) {
        return steps.stream().map(CheckJson::step).toList();
    }

    private static Map<String, Object> step(Trace.Step step) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("move", step.move());
        members.put("changed", step.changed());
        return members;
    }

    private static void addFigures(Map<String, Object> members, Report report) {
        members.put("states", report.states());
        members.put("transitions", report.transitions());
        members.put("starts", report.starts());
        members.put("everyStart", report.everyStart());
        members.put("depth", report.depth());
        members.put("statesPerSecond", Math.round(report.statesPerSecond()));
        members.put("memoryBytes", report.bytes());
        members.put("searchSeconds", seconds(report.searching()));
        members.put("totalSeconds", seconds(report.total()));
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }
}
