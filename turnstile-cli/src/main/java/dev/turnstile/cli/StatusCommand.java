package dev.turnstile.cli;

import dev.turnstile.Snapshot;
import dev.turnstile.driver.mapped.Mapped;
import dev.turnstile.driver.mapped.Operator;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile status}. */
@Command(
        name = "status",
        description = "Says who is inside, since when, and who waits.",
        footer = {
            "",
            "HOLDER is the number by which 'turnstile release' knows a holder; it is also its fence.",
            "",
            "Examples:",
            "  turnstile status",
            "  turnstile status deploys --watch"
        })
final class StatusCommand implements Callable<Integer> {
    private static final String CLEAR_SCREEN = "\033[H\033[2J";
    private static final long WATCH_MILLIS = 1000;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The turnstile; all, unless told.")
    private Optional<String> name;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Option(names = "--watch", description = "Show it again every second, until interrupted.")
    private boolean watch;

    @Override
    public Integer call() throws InterruptedException {
        if (json && watch) {
            throw new ParameterException(spec.commandLine(), "--watch is for people, --json for programs; take one");
        }
        PrintWriter out = spec.commandLine().getOut();
        show(out, "");
        while (watch && !out.checkError()) {
            Thread.sleep(WATCH_MILLIS);
            show(out, Terminal.isStandardOutput() ? CLEAR_SCREEN : "\n");
        }
        return ExitCode.DONE;
    }

    private void show(PrintWriter out, String before) {
        List<Snapshot> snapshots = snapshots();
        String text = json ? StatusJson.of(snapshots) : StatusText.of(snapshots);
        out.println(before
                + (text.isEmpty() ? "there is no turnstile in " + Mapped.here().folder() : text));
        out.flush();
    }

    private List<Snapshot> snapshots() {
        Operator operator = Mapped.here().operator();
        return name.isPresent()
                ? List.of(Known.orRefused(spec, name.get(), operator.look(Known.name(spec, name.get()))))
                : operator.names().stream()
                        .flatMap(each -> operator.look(each).stream())
                        .toList();
    }
}
