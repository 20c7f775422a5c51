package dev.turnstile.lab.trace;

import dev.turnstile.machine.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A run drawn as text, with a column for each process and a row for each move. Beside the process that moves, marks
 * show the regions of the other processes: | trying, # inside, : leaving (in a window, waiting to leave), x crashed.
 */
public record Drawing(Run run) {
    /** Returns the drawing, line by line. */
    public String text() {
        int[] columns = run.drawn();
        List<String[]> rows = rows(columns);
        int[] widths = new int[columns.length];
        Arrays.setAll(
                widths,
                at -> rows.stream().mapToInt(row -> row[at].length()).max().orElse(0));
        StringBuilder text = new StringBuilder();
        for (int number = 0; number < rows.size(); number++) {
            if (run.repeatedFrom().isPresent() && number == run.repeatedFrom().getAsInt() + 1) {
                text.append("  then forever:\n");
            }
            text.append(line(number == 0 ? "" : String.valueOf(number), rows.get(number), widths));
        }
        if (!run.onTheWay().isEmpty()) {
            text.append("  still on the way:\n");
            run.onTheWay()
                    .forEach(message -> text.append("         ").append(message).append('\n'));
        }
        return text.toString();
    }

    /** Returns the column heads, followed by a row for each move. */
    private List<String[]> rows(int[] columns) {
        Region[] regions = run.start().toArray(Region[]::new);
        boolean[] stopped = new boolean[run.processes()];
        List<String[]> rows = new ArrayList<>();
        rows.add(Arrays.stream(columns).mapToObj(i -> "p" + i).toArray(String[]::new));
        for (Run.Happening happening : run.happenings()) {
            regions[happening.process()] = happening.after();
            stopped[happening.process()] |= happening.stops();
            rows.add(Arrays.stream(columns)
                    .mapToObj(i -> i == happening.process() ? happening.words("  ") : lifeline(regions[i], stopped[i]))
                    .toArray(String[]::new));
        }
        return rows;
    }

    private static String lifeline(Region region, boolean stopped) {
        if (stopped) {
            return "x";
        }
        return switch (region) {
            case REMAINDER -> "";
            case TRYING -> "|";
            case CRITICAL -> "#";
            case EXIT -> ":";
        };
    }

    private static String line(String number, String[] row, int[] widths) {
        StringBuilder line = new StringBuilder(String.format("%5s", number));
        for (int i = 0; i < row.length; i++) {
            line.append("  ").append(String.format("%-" + Math.max(2, widths[i]) + "s", row[i]));
        }
        return line.toString().stripTrailing() + "\n";
    }
}
