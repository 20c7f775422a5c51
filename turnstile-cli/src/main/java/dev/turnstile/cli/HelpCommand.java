package dev.turnstile.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code turnstile help}. */
@Command(
        name = "help",
        description = "Shows the help for a command, like 'turnstile COMMAND --help'.",
        footer = {"", "Example:", "  turnstile help run"})
final class HelpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command. Default: list all commands.")
    private Optional<String> command;

    @Override
    public Integer call() {
        CommandLine all = spec.parent().commandLine();
        CommandLine shown = command.map(name -> find(all, name)).orElse(all);
        shown.usage(spec.commandLine().getOut());
        return ExitCode.DONE;
    }

    private static CommandLine find(CommandLine all, String name) {
        return Optional.ofNullable(all.getSubcommands().get(name))
                .orElseThrow(() -> new UnmatchedArgumentException(all, List.of(name), ""));
    }
}
