package dev.turnstile.cli.operate;

import dev.turnstile.cli.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code turnstile schema}. */
@Command(
        name = "schema",
        description = "Prints the statements that create the tables for turnstiles in a database. Changes nothing.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the statements were printed", "64:bad usage, or a database that is not supported"},
        footer = {
            "",
            "A process creates the tables by itself if it may. Otherwise an administrator runs these statements, and"
                    + " grants SELECT, INSERT, UPDATE and DELETE on both tables.",
            "",
            "Example:",
            "  turnstile schema --on jdbc:postgresql:"
        })
public final class SchemaCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--on",
            paramLabel = "URL",
            description = "The database; only its kind matters. Default: $$TURNSTILE_ON.")
    private Optional<String> given;

    @Override
    public Integer call() {
        String url = given.or(() -> Optional.ofNullable(System.getenv("TURNSTILE_ON")))
                .orElseThrow(() ->
                        new ParameterException(spec.commandLine(), "--on URL is missing, and TURNSTILE_ON is not set"));
        try {
            StorePlace.schema(url)
                    .forEach(statement -> spec.commandLine().getOut().println(statement + ";"));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
        return ExitCode.DONE;
    }
}
