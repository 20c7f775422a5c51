package dev.turnstile.cli;

import dev.turnstile.cli.lab.CheckCommand;
import dev.turnstile.cli.lab.FiguresCommand;
import dev.turnstile.cli.lab.ListCommand;
import dev.turnstile.cli.lab.ReplayCommand;
import dev.turnstile.cli.lab.SettingOptions;
import dev.turnstile.cli.lab.SimulateCommand;
import dev.turnstile.cli.operate.DoctorCommand;
import dev.turnstile.cli.operate.LimitCommand;
import dev.turnstile.cli.operate.ReleaseCommand;
import dev.turnstile.cli.operate.RemoveCommand;
import dev.turnstile.cli.operate.RunCommand;
import dev.turnstile.cli.operate.SchemaCommand;
import dev.turnstile.cli.operate.StatusCommand;
import dev.turnstile.cli.render.WholeNumber;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
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
        description = "Limits how many commands run at once, on this machine or on several, and explores the algorithms"
                + " behind that.",
        footer = {
            "",
            "Examples:",
            "  turnstile run deploys --at-most 3 -- ./deploy.sh",
            "  turnstile status deploys",
            "  turnstile check colored-ticket -n 3 -k 2",
            "",
            "Run 'turnstile COMMAND --help' for more."
        })
public final class Main implements Callable<Integer> {
    private static final String HELP = "help";

    private static final List<Map.Entry<String, Class<?>>> COMMANDS = List.of(
            Map.entry("run", RunCommand.class),
            Map.entry("status", StatusCommand.class),
            Map.entry("limit", LimitCommand.class),
            Map.entry("release", ReleaseCommand.class),
            Map.entry("doctor", DoctorCommand.class),
            Map.entry("remove", RemoveCommand.class),
            Map.entry("schema", SchemaCommand.class),
            Map.entry("list", ListCommand.class),
            Map.entry("check", CheckCommand.class),
            Map.entry("simulate", SimulateCommand.class),
            Map.entry("replay", ReplayCommand.class),
            Map.entry("figures", FiguresCommand.class),
            Map.entry(HELP, HelpCommand.class));

    @Spec
    private CommandSpec spec;

    private Main() {}

    /** Runs one command and exits the JVM with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, System.out.charset());
        PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
        System.exit(execute(commandLine(out, err, args), args));
    }

    /**
     * Creates the parser. If the arguments begin with the name of a command, only that command is registered:
     * registering one takes longer than many commands run.
     */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... args) {
        CommandLine commandLine = new CommandLine(new Main());
        boolean named = COMMANDS.stream()
                .anyMatch(command -> isNamed(command, args) && !command.getKey().equals(HELP));
        COMMANDS.stream()
                .filter(command -> !named || isNamed(command, args))
                .forEach(command -> commandLine.addSubcommand(command.getKey(), command.getValue()));
        commandLine.getSubcommands().values().forEach(SettingOptions::addTo);
        return commandLine
                .setOut(out)
                .setErr(err)
                .setExpandAtFiles(false) // an argument of a command may start with '@'
                .registerConverter(int.class, WholeNumber::parseInt)
                .registerConverter(Integer.class, WholeNumber::parseInt)
                .registerConverter(Long.class, WholeNumber::parseLong)
                .setParameterExceptionHandler(BadUsage::explain)
                .setExecutionExceptionHandler((failure, command, parsed) -> OwnFailure.explain(failure, err));
    }

    private static boolean isNamed(Map.Entry<String, Class<?>> command, String... args) {
        return args.length > 0 && command.getKey().equals(args[0]);
    }

    /** Runs one command. Reports every failure on standard error, and returns the exit code. */
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

    /** Prints the commands: none was given. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.BAD_USAGE;
    }
}
