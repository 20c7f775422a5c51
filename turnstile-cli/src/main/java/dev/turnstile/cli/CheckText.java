package dev.turnstile.cli;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.explore.Report;
import dev.turnstile.lab.explore.Verdict;
import dev.turnstile.lab.property.Property;
import java.util.ArrayList;
import java.util.List;

/** An answer, for people. */
final class CheckText {
    private CheckText() {}

    static String of(Answer answer) {
        List<String> blocks = new ArrayList<>();
        blocks.add(subject(answer.setting()) + ": " + verdict(answer.report().verdict()));
        if (answer.setting().nobodyWaits()) {
            blocks.add("Note: there are places for all of them, so nobody ever has to wait.");
        }
        if (answer.setting().start().isPresent()) {
            blocks.add(startsOf(answer.report()));
        }
        blocks.addAll(details(answer));
        blocks.add(figures(answer.report()));
        return String.join("\n\n", blocks);
    }

    private static String startsOf(Report report) {
        return report.everyStart()
                ? "It began in every one of the " + Human.count(report.starts()) + " configurations that there are."
                : "It began in " + Human.count(report.starts())
                        + " different configurations, taken by chance; there are" + " more.";
    }

    private static String subject(Setting setting) {
        List<String> parts = new ArrayList<>(List.of(setting.algorithm().name()));
        parts.add("n = " + setting.processes());
        parts.add("k = " + setting.places());
        if (setting.crashes() > 0) {
            parts.add("up to " + setting.crashes() + (setting.crashes() == 1 ? " crash" : " crashes"));
        }
        if (setting.kills()) {
            parts.add("with kills");
        }
        if (setting.cancels()) {
            parts.add("waiters may give up");
        }
        if (setting.attempts()) {
            parts.add("some ask without waiting");
        }
        if (!setting.allAskForOne()) {
            parts.add("units " + setting.units());
        }
        if (setting.algorithm() instanceof Algorithm.MessagePassing) {
            parts.add(
                    setting.requests().size() == 1
                            ? asks(setting.requests().getFirst())
                            : "they ask up to " + setting.requests() + " times");
            if (setting.room() > 0) {
                parts.add("no channel holds more than " + setting.room());
            }
            if (setting.forgetsVoid()) {
                parts.add("without what is void");
            }
            if (!setting.hastened().isEmpty()) {
                parts.add("first " + String.join(", ", setting.hastened()));
            }
            if (!setting.staying().isEmpty()) {
                parts.add("some stay inside: " + setting.staying());
            }
            if (setting.hastyTimers()) {
                parts.add("timeouts come too early");
            }
        }
        setting.start().ifPresent(any -> parts.add("from arbitrary configurations"));
        setting.reference().ifPresent(other -> parts.add("compared with " + other.name()));
        return String.join(", ", parts);
    }

    private static String asks(int requests) {
        return switch (requests) {
            case 0 -> "each asks any number of times";
            case 1 -> "each asks once";
            default -> "each asks up to " + requests + " times";
        };
    }

    private static String verdict(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> "HOLDS";
            case Verdict.Violated _ -> "VIOLATED";
            case Verdict.NotExhausted(String reason) -> "NOT EXHAUSTED, " + reason;
        };
    }

    private static List<String> details(Answer answer) {
        return switch (answer.report().verdict()) {
            case Verdict.Holds() -> List.of(sentences(answer.properties()));
            case Verdict.Violated violated -> details(answer, violated);
            case Verdict.NotExhausted _ ->
                List.of("Nothing wrong was found in what was seen. Not known to hold:", sentences(answer.properties()));
        };
    }

    private static List<String> details(Answer answer, Verdict.Violated violated) {
        return List.of(
                sentence(violated.property()) + "\n  but: "
                        + violated.violation().reason(),
                violated.trace().text().stripTrailing(),
                "Again: " + answer.reproducedBy(violated.property()));
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
                Human.count(report.states(), "state"),
                Human.count(report.transitions(), "transition"),
                "depth " + report.depth(),
                Human.seconds(report.total()),
                Human.count(Math.round(report.statesPerSecond())) + " states per second",
                Human.bytes(report.bytes()));
    }
}
