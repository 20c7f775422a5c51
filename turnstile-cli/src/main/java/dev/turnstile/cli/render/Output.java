package dev.turnstile.cli.render;

import dev.turnstile.lab.figures.Table;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the rows of a simulation: as a table, CSV or JSON to standard output, and as CSV to a file. */
public final class Output {
    private static final String STANDARD_OUTPUT = "-";

    private final PrintWriter out;
    private final Optional<OutputFile> file;
    private final boolean csvOnly;
    private final boolean json;

    public Output(PrintWriter out, Optional<Path> csv, boolean json) {
        this.out = out;
        this.json = json;
        csvOnly = csv.filter(path -> path.toString().equals(STANDARD_OUTPUT)).isPresent();
        file = csvOnly ? Optional.empty() : csv.map(path -> new OutputFile("--csv", path));
        if (csvOnly && json) {
            throw new IllegalArgumentException(
                    "--csv - and --json both write to standard output; name a file for --csv");
        }
    }

    /** Rejects the file of another option if it is the same. */
    public void differsFrom(OutputFile other) {
        file.ifPresent(own -> other.differsFrom(own.file()));
    }

    /** Writes the tables for people, or the table or the members for programs. */
    public void write(List<Table> forPeople, Table forPrograms, Map<String, ?> members) {
        if (json) {
            out.println(Json.of(members));
        } else {
            out.print(
                    csvOnly
                            ? forPrograms.csv()
                            : forPeople.stream().map(Table::text).collect(Collectors.joining("\n")));
        }
        out.flush();
        file.ifPresent(to -> to.write(forPrograms.csv()));
    }

    /** Returns each row as a map from the table's heads to its cells. */
    public static List<Map<String, Object>> rows(Table table) {
        return table.rows().stream()
                .map(row -> {
                    Map<String, Object> members = new java.util.LinkedHashMap<>();
                    for (int i = 0; i < row.size(); i++) {
                        members.put(table.heads().get(i), row.get(i));
                    }
                    return members;
                })
                .toList();
    }
}
