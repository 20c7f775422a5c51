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
        description = "Lists the algorithms: where they come from, what they assume, promise and cost.",
        footer = {"", "Examples:", "  turnstile list --json", "  turnstile list --coteries -n 21"})
public final class ListCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Option(
            names = "--coteries",
            description = "List the coteries instead: for -n nodes, how many each node asks, and how many ask one.")
    private boolean coteries;

    @Option(names = "-n", paramLabel = "N", description = "With --coteries: how many nodes there are.")
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
                () -> new IllegalArgumentException("--coteries needs a number of nodes; add it, such as -n 21")));
        return json ? list.json() : list.text();
    }

    private String algorithms() {
        if (nodes.isPresent()) {
            throw new IllegalArgumentException("-n is for coteries; add --coteries, or leave it out");
        }
        return json ? ListJson.of(LabCatalogue.all()) : ListText.of(LabCatalogue.all());
    }
}
