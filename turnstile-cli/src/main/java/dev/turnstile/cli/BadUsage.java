package dev.turnstile.cli;

import dev.turnstile.algorithm.Catalogue;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Explains what is wrong with a command line, what is allowed, and where the help is. The sentences of the parser are
 * replaced, so that all messages read alike.
 */
final class BadUsage {
    private BadUsage() {}

    static int explain(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        err.println("turnstile: " + reason(wrong, List.of(args)));
        err.println("See '" + name + " --help'.");
        if (OwnFailure.debugging()) {
            wrong.printStackTrace(err);
        }
        return ExitCode.BAD_USAGE;
    }

    private static String reason(ParameterException wrong, List<String> args) {
        return switch (wrong) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            case MissingParameterException missing -> missing(missing, args);
            case OverwrittenOptionException twice -> label(twice.getOverwritten(), args) + " is given twice";
            default ->
                wrong.getCause() instanceof TypeConversionException cause && wrong.getArgSpec() != null
                        ? invalid(wrong, cause, args)
                        : wrong.getMessage();
        };
    }

    /** Names only the first unmatched argument: the ones after it may be its values. */
    private static String unmatched(UnmatchedArgumentException wrong) {
        CommandLine command = wrong.getCommandLine();
        String typed = wrong.getUnmatched().getFirst();
        if (wrong.isUnknownOption()) {
            return "unknown option '" + typed + "'" + suggestion(command, wrong.getSuggestions());
        }
        List<String> commands = List.copyOf(command.getSubcommands().keySet());
        return commands.isEmpty()
                ? "unexpected argument '" + typed + "'; the form is " + form(command.getCommandSpec())
                : "unknown command '" + typed + "'" + Catalogue.didYouMean(typed, commands) + " There are: "
                        + String.join(", ", commands);
    }

    private static String suggestion(CommandLine command, List<String> options) {
        if (options.isEmpty()) {
            return command.getParent() == null ? "; the options of a command come after its name" : "";
        }
        return "; did you mean '" + options.getFirst() + "'?";
    }

    /** An unknown option may be the reason why something else is missing, so it is named first. */
    private static String missing(MissingParameterException wrong, List<String> args) {
        CommandLine command = wrong.getCommandLine();
        Optional<UnmatchedArgumentException> unknown = command.getUnmatchedArguments().stream()
                .map(typed -> new UnmatchedArgumentException(command, List.of(typed), ""))
                .filter(UnmatchedArgumentException::isUnknownOption)
                .findFirst();
        if (unknown.isPresent()) {
            return unmatched(unknown.get());
        }
        List<ArgSpec> missing = wrong.getMissing();
        if (missing.getFirst() instanceof OptionSpec option
                && typed(option, args).isPresent()) {
            return label(option, args) + " needs a value, " + option.paramLabel() + found(option, args);
        }
        return listed(missing.stream().map(BadUsage::required).toList())
                + (missing.size() == 1 ? " is missing" : " are missing") + "; the form is "
                + form(command.getCommandSpec());
    }

    private static String listed(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.getFirst() : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    /** Returns what follows an option that lacks its value, if anything does. */
    private static String found(OptionSpec option, List<String> args) {
        int next = typed(option, args).map(args::indexOf).orElseThrow() + 1;
        return next < args.size() ? ", but is followed by '" + args.get(next) + "'" : "";
    }

    private static String invalid(ParameterException wrong, TypeConversionException cause, List<String> args) {
        ArgSpec spec = wrong.getArgSpec();
        boolean flag = spec.isOption() && spec.arity().max() == 0;
        return label(spec, args)
                + (flag ? " takes no value, but has '" + wrong.getValue() + "'" : ": " + cause.getMessage());
    }

    /** Returns an option as it was typed, or else its longest name; or the label of a parameter. */
    private static String label(ArgSpec spec, List<String> args) {
        return spec instanceof OptionSpec option
                ? typed(option, args).orElseGet(option::longestName)
                : ((PositionalParamSpec) spec).paramLabel();
    }

    private static Optional<String> typed(OptionSpec option, List<String> args) {
        return args.stream().filter(List.of(option.names())::contains).findFirst();
    }

    /** Returns the command with the arguments that it needs, such as {@code 'turnstile limit NAME K'}. */
    private static String form(CommandSpec command) {
        Stream<String> options =
                command.options().stream().filter(OptionSpec::required).map(BadUsage::required);
        Stream<String> parameters = command.positionalParameters().stream()
                .map(each -> each.required() ? required(each) : "[" + each.paramLabel() + "]");
        return Stream.of(Stream.of(command.qualifiedName()), options, parameters)
                .flatMap(words -> words)
                .collect(Collectors.joining(" ", "'", "'"));
    }

    private static String required(ArgSpec spec) {
        return spec instanceof OptionSpec option
                ? option.longestName() + " " + option.paramLabel()
                : ((PositionalParamSpec) spec).paramLabel();
    }
}
