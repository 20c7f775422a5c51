package dev.turnstile.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code turnstile} command. */
@Command(
        name = "turnstile",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Decides who may be inside: at most k at once, r of L units, or between l and k.",
        footer = {
            "",
            "Examples:",
            "  turnstile run deploys --at-most 3 -- ./deploy.sh",
            "  turnstile status deploys",
            "  turnstile check colored-ticket -n 3 -k 2",
            "",
            "More: turnstile COMMAND --help"
        },
        subcommands = {
            RunCommand.class,
            StatusCommand.class,
            LimitCommand.class,
            ReleaseCommand.class,
            DoctorCommand.class,
            ListCommand.class,
            CheckCommand.class,
            SimulateCommand.class,
            ReplayCommand.class,
            FiguresCommand.class
        })
public final class Main implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, System.out.charset());
        PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
        System.exit(execute(commandLine(out, err), args));
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .registerConverter(int.class, WholeNumber::parseInt)
                .registerConverter(Integer.class, WholeNumber::parseInt)
                .registerConverter(Long.class, WholeNumber::parseLong)
                .setParameterExceptionHandler(BadUsage::explain)
                .setExecutionExceptionHandler((failure, command, parsed) -> OwnFailure.explain(failure, err));
    }

    /** Runs one command; whatever happens, it says so and returns an exit code. */
    static int execute(CommandLine commandLine, String... args) {
        int code = executeOrExplain(commandLine, args);
        if (commandLine.getOut().checkError()) {
            commandLine.getErr().println("turnstile: the output could not be written");
            return ExitCode.OWN_FAILURE;
        }
        return code;
    }

    private static int executeOrExplain(CommandLine commandLine, String... args) {
        try {
            return commandLine.execute(args);
        } catch (Error failure) { // picocli handles exceptions, and lets errors pass
            return OwnFailure.explain(failure, commandLine.getErr());
        }
    }

    /** Without a command there is nothing to do but say which there are. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.BAD_USAGE;
    }
}
