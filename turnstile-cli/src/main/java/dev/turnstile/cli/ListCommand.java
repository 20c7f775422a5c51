package dev.turnstile.cli;

import dev.turnstile.algorithm.Catalogue;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code turnstile list}. */
@Command(
        name = "list",
        description = "Lists the algorithms: where they come from, what they assume, promise and cost.",
        footer = {"", "Example:", "  turnstile list --json"})
final class ListCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? ListJson.of(Catalogue.all()) : ListText.of(Catalogue.all()));
    }
}
