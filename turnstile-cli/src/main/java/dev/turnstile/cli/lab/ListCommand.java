package dev.turnstile.cli.lab;

import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code turnstile list}. */
@Command(
        name = "list",
        description = "Lists the algorithms with their source, assumptions, guarantees and cost.",
        footer = {"", "Examples:", "  turnstile list --json", "  turnstile list --coteries -n 21"})
public final class ListCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--coteries",
            description =
                    "List the coteries for N nodes instead: the sizes of their quorums, and how many quorums contain"
                            + " the busiest node.")
    private boolean coteries;

    @Option(names = "-n", paramLabel = "N", description = "With --coteries: the number of nodes.")
    private Optional<Integer> nodes;

    @Override
    public void run() {
        try {
            spec.commandLine().getOut().println(coteries ? coteries() : algorithms());
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private String coteries() {
        CoterieList list = new CoterieList(nodes.orElseThrow(
                () -> new IllegalArgumentException("--coteries needs the number of nodes, such as -n 21")));
        return json ? list.json() : list.text();
    }

    private String algorithms() {
        if (nodes.isPresent()) {
            throw new IllegalArgumentException("-n needs --coteries; add it, or leave out -n");
        }
        return json ? ListJson.of(LabCatalogue.all()) : ListText.of(LabCatalogue.all());
    }
}
