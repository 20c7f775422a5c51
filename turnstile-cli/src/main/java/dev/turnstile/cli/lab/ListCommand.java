package dev.turnstile.cli.lab;

import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.lab.catalogue.LabCatalogue;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile list}. */
@Command(
        name = "list",
        customSynopsis = {
            "turnstile list [NAME] [--json]",
            "       turnstile list --properties [--json]",
            "       turnstile list --coteries -n N [--json]"
        },
        descriptionHeading = "%n",
        description =
                "Lists the algorithms with their source, assumptions, guarantees and cost, or one of them with its"
                        + " paper and its options.",
        parameterListHeading = "%n",
        footer = {
            "",
            "Examples:",
            "  turnstile list --json",
            "  turnstile list forest",
            "  turnstile list --properties",
            "  turnstile list --coteries -n 21"
        })
public final class ListCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The algorithm to describe (default: all).")
    private Optional<String> name;

    @Option(names = "--json", description = "Print JSON: an array of objects.")
    private boolean json;

    @Option(
            names = "--properties",
            description = "List the properties of 'check --property' instead: what each says, and when it makes sense.")
    private boolean properties;

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
            checkCombination();
            spec.commandLine().getOut().println(listed());
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private void checkCombination() {
        if (coteries && properties) {
            throw new IllegalArgumentException("--coteries and --properties are mutually exclusive");
        }
        if (name.isPresent() && (coteries || properties)) {
            throw new IllegalArgumentException("leave out '" + name.get() + "', or "
                    + (coteries ? "--coteries" : "--properties") + ", which lists no algorithms");
        }
        if (nodes.isPresent() && !coteries) {
            throw new IllegalArgumentException("-n needs --coteries; add it, or leave out -n");
        }
    }

    private String listed() {
        if (coteries) {
            return coteries();
        }
        if (properties) {
            return json ? PropertyList.json() : PropertyList.text();
        }
        if (name.isPresent()) {
            Algorithm one = LabCatalogue.find(name.get());
            return json ? ListJson.of(List.of(one)) : ListText.details(one);
        }
        return json ? ListJson.of(LabCatalogue.all()) : ListText.of(LabCatalogue.all());
    }

    private String coteries() {
        CoterieList list = new CoterieList(nodes.orElseThrow(
                () -> new IllegalArgumentException("--coteries needs the number of nodes, such as -n 21")));
        return json ? list.json() : list.text();
    }
}
