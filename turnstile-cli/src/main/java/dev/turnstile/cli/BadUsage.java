package dev.turnstile.cli;

import dev.turnstile.algorithm.Catalogue;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains what is wrong with a command line, what is allowed, and where the help is. */
final class BadUsage {
    private BadUsage() {}

    static int explain(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        err.println("turnstile: " + reason(wrong));
        err.println("See '" + name + " --help'.");
        if (OwnFailure.debugging()) {
            wrong.printStackTrace(err);
        }
        return ExitCode.BAD_USAGE;
    }

    private static String reason(ParameterException wrong) {
        return wrong instanceof UnmatchedArgumentException unmatched ? reason(unmatched) : wrong.getMessage();
    }

    /** Names only the first unmatched argument: the ones after it may be its values. */
    private static String reason(UnmatchedArgumentException wrong) {
        CommandLine command = wrong.getCommandLine();
        String typed = wrong.getUnmatched().getFirst();
        if (wrong.isUnknownOption()) {
            return "unknown option '" + typed + "'" + suggestion(wrong.getSuggestions());
        }
        List<String> commands = List.copyOf(command.getSubcommands().keySet());
        return commands.isEmpty()
                ? "unexpected argument '" + typed + "'"
                : "unknown command '" + typed + "'" + Catalogue.didYouMean(typed, commands) + " There are: "
                        + String.join(", ", commands);
    }

    private static String suggestion(List<String> options) {
        return options.isEmpty() ? "" : "; did you mean '" + options.getFirst() + "'?";
    }
}
