package dev.turnstile.cli.lab;

import dev.turnstile.cli.render.HumanFormat;
import dev.turnstile.lab.explore.CheckOptions;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.Property;
import java.util.ArrayList;
import java.util.List;

/** An answer, for people. */
final class CheckText {
    private CheckText() {}

    static String of(CheckAnswer answer) {
        List<String> blocks = new ArrayList<>();
        blocks.add(answer.request().text() + ": " + verdict(answer.report().verdict()));
        if (answer.request().nobodyWaits()) {
            blocks.add("Note: there are places for all of them, so none ever has to wait.");
        }
        if (answer.request().settings().has(CheckOptions.ANY_START)) {
            blocks.add(startsOf(answer.report()));
        }
        blocks.addAll(details(answer));
        blocks.add(figures(answer.report()));
        return String.join("\n\n", blocks);
    }

    private static String startsOf(Report report) {
        return report.everyStart()
                ? "The search started in all " + HumanFormat.count(report.starts()) + " configurations."
                : "The search started in " + HumanFormat.count(report.starts())
                        + " different configurations, chosen at random; there are more.";
    }

    private static String verdict(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> "HOLDS";
            case Verdict.Violated _ -> "VIOLATED";
            case Verdict.NotExhausted(String reason) -> "NOT EXHAUSTED, " + reason;
        };
    }

    private static List<String> details(CheckAnswer answer) {
        return switch (answer.report().verdict()) {
            case Verdict.Holds() -> List.of(sentences(answer.properties()));
            case Verdict.Violated violated -> details(answer, violated);
            case Verdict.NotExhausted _ ->
                List.of(
                        "No violation was found in the states that were explored. Not known to hold:",
                        sentences(answer.properties()));
        };
    }

    private static List<String> details(CheckAnswer answer, Verdict.Violated violated) {
        return List.of(
                sentence(violated.property()) + "\n  but: "
                        + violated.violation().reason(),
                violated.trace().text().stripTrailing(),
                "To reproduce: " + answer.reproducedBy(violated.property()));
    }

    private static String sentences(List<Property> properties) {
        return String.join("\n", properties.stream().map(CheckText::sentence).toList());
    }

    private static String sentence(Property property) {
        return "  " + property.name() + ": " + property.sentence();
    }

    private static String figures(Report report) {
        return String.join(
                ", ",
                HumanFormat.count(report.states(), "state"),
                HumanFormat.count(report.transitions(), "transition"),
                "depth " + report.depth(),
                HumanFormat.seconds(report.total()),
                HumanFormat.count(Math.round(report.statesPerSecond())) + " states per second",
                HumanFormat.bytes(report.bytes()));
    }
}
