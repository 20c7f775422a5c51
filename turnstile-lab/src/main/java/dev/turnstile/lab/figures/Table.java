package dev.turnstile.lab.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table that can be printed as aligned text or as CSV.
 *
 * <pre>{@code
 * new Table("Sizes", List.of("n", "k"), List.of(List.of("4", "2"))).csv();      // "n,k\n4,2\n"
 * }</pre>
 *
 * @param title the title
 * @param heads the column heads
 * @param rows the rows, each with one cell per column
 */
public record Table(String title, List<String> heads, List<List<String>> rows) {
    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if a row does not have one cell per column
     */
    public Table {
        heads = List.copyOf(heads);
        rows = rows.stream().map(List::copyOf).toList();
        int columns = heads.size();
        if (rows.stream().anyMatch(row -> row.size() != columns)) {
            throw new IllegalArgumentException("every row of '" + title + "' must have " + columns + " columns");
        }
    }

    /** Returns the table as text with aligned columns below the title. */
    public String text() {
        List<List<String>> all = new ArrayList<>(List.of(heads));
        all.addAll(rows);
        int[] widths = IntStream.range(0, heads.size())
                .map(column -> all.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        String lines = all.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
        return title + "\n\n" + lines + "\n";
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> String.format("%-" + Math.max(1, widths[column]) + "s", row.get(column)))
                .collect(Collectors.joining("  ", "  ", ""))
                .stripTrailing();
    }

    /** Returns the table as comma-separated values, the heads first. */
    public String csv() {
        List<List<String>> all = new ArrayList<>(List.of(heads));
        all.addAll(rows);
        return all.stream()
                .map(row -> row.stream().map(Table::quoted).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String quoted(String value) {
        return value.matches("[^\",\n]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}
