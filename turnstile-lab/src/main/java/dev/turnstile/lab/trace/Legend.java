package dev.turnstile.lab.trace;

import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The legend of a {@link SpaceTime}: a sample and an explanation of each mark that occurs in the run. */
final class Legend {
    private static final int LINE = 20;
    private static final int SAMPLE = 34;
    private static final int HALF = SAMPLE / 2;
    private static final int BASELINE = 4; // of a text, below the middle of its line

    private final List<Entry> entries;

    /** A mark: its drawing around the left end of its middle line, and its meaning. */
    private record Entry(Sample sample, String meaning) {}

    private interface Sample {
        void draw(Svg svg, int x, int y);
    }

    Legend(Run run) {
        List<Entry> found = new ArrayList<>();
        Arrays.stream(Region.values())
                .filter(region -> occurs(run, region))
                .forEach(region -> found.add(new Entry(
                        (svg, x, y) -> svg.line(SpaceTime.style(region), x, y, x + SAMPLE, y), meaning(region))));
        found.add(new Entry(
                (svg, x, y) -> svg.dot(x + HALF, y), "a move: its number is on the left, what it does on the right"));
        if (run.happenings().stream().anyMatch(run::hasArrows)) {
            found.add(new Entry(
                    (svg, x, y) -> svg.path(SpaceTime.ARROW, "M" + x + "," + y + " L" + (x + SAMPLE) + "," + y),
                    meaning(run)));
        }
        if (run.happenings().stream().anyMatch(Run.Happening::stops)) {
            found.add(
                    new Entry((svg, x, y) -> SpaceTime.cross(svg, x + HALF, y), "a crash: the process stops forever"));
        }
        if (run.happenings().stream().anyMatch(Run.Happening::killed)) {
            found.add(new Entry(
                    (svg, x, y) -> SpaceTime.cross(svg, x + HALF, y),
                    "a kill: the next step of the process is made by another one, which cleans up"));
        }
        if (run.repeatedFrom().isPresent()) {
            found.add(new Entry(
                    (svg, x, y) -> svg.path(SpaceTime.LOOP, "M" + (x + HALF + 6) + "," + (y + 4) + " h-14 v-8 h14"),
                    "these moves repeat forever, in this order"));
        }
        entries = List.copyOf(found);
    }

    private static boolean occurs(Run run, Region region) {
        return Stream.concat(run.start().stream(), run.happenings().stream().map(Run.Happening::after))
                .anyMatch(region::equals);
    }

    private static String meaning(Region region) {
        return region.name().toLowerCase(Locale.ROOT)
                + switch (region) {
                    case REMAINDER -> ": outside, not asking";
                    case TRYING -> ": has asked, and waits to enter";
                    case CRITICAL -> ": inside";
                    case EXIT -> ": on the way out; in a window, inside until it may leave";
                };
    }

    private static String meaning(Run run) {
        boolean messages =
                run.happenings().stream().anyMatch(one -> one.sender().isPresent());
        return messages
                ? "a message, from the move that sent it to the move that received it"
                : "a read, from the move that wrote the value to the move that read it";
    }

    int height() {
        return LINE * (entries.size() + 1);
    }

    int width() {
        return SAMPLE
                + LINE
                + entries.stream()
                        .mapToInt(entry -> Svg.width(entry.meaning().length(), Svg.FONT))
                        .max()
                        .orElse(0);
    }

    void draw(Svg svg, int x, int top) {
        svg.group("legend").text("head", x, top + LINE / 2 + BASELINE, "Legend");
        for (int at = 0; at < entries.size(); at++) {
            int y = top + LINE * (at + 1) + LINE / 2;
            entries.get(at).sample().draw(svg, x, y);
            svg.text("label", x + SAMPLE + LINE, y + BASELINE, entries.get(at).meaning());
        }
        svg.end();
    }
}
