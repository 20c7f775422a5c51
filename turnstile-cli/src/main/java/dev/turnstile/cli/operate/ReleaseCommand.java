package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.HumanFormat;
import dev.turnstile.cli.render.TimeSpan;
import dev.turnstile.driver.store.StoreOperator;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile release}. */
@Command(
        name = "release",
        description = "Revokes the permit of a holder.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the permit is no longer held",
            "1:the command of a killed 'turnstile run' belongs to another user and can't be stopped",
            "64:bad usage, or no such turnstile or holder",
            "124:the holder was asked to leave, but has not left in time",
            "125:internal error, or a file that can't be used"
        },
        footer = {
            "",
            "A 'turnstile run' is asked to leave: it stops its command, releases the permit and exits with 123. Any"
                    + " other program loses the permit at once: it is notified, but keeps running. If a 'turnstile run'"
                    + " was killed, its command is stopped.",
            "",
            "Example:",
            "  turnstile release deploys 17"
        })
public final class ReleaseCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 20;
    private static final int REFUSED = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The turnstile.")
    private String name;

    @Parameters(
            index = "1",
            paramLabel = "HOLDER",
            description = "The holder's number, as 'turnstile status' shows it.")
    private Long holder;

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "TIME",
            converter = TimeSpan.class,
            defaultValue = "30s",
            description = "Time to wait for a holder that was asked to leave (default: 30s).")
    private Duration wait;

    @Option(
            names = "--force",
            description = "With --on: end the holder's whole process for this store, whether or not it answers. Its"
                    + " units go to others one lease later. If it keeps its place when silent, they do at once: make"
                    + " sure that it is gone.")
    private boolean force;

    @Mixin
    private PlaceOption place;

    @Override
    public Integer call() throws InterruptedException {
        if (force && !place.isStore()) {
            throw new ParameterException(spec.commandLine(), "--force needs --on, or TURNSTILE_ON");
        }
        Operator operator = place.operator();
        TurnstileNames.orRefused(spec, operator, name, operator.snapshot(TurnstileNames.name(spec, operator, name)));
        PrintWriter out = spec.commandLine().getOut();
        return switch (operator instanceof StoreOperator store && force
                ? store.force(name, holder)
                : operator.release(name, holder)) {
            case NONE ->
                throw new ParameterException(
                        spec.commandLine(),
                        "'" + name + "' has no holder " + holder + ". Run 'turnstile status " + name + place.words()
                                + "' to see the holders.");
            case TAKEN_AWAY -> said(out, "revoked the permit of holder " + holder);
            case CLEARED -> said(out, "holder " + holder + " had crashed; its units are released");
            case STOPPED ->
                said(
                        out,
                        "stopped the command of holder " + holder
                                + ", which had outlived its 'turnstile run'; its units are released");
            case ASKED -> await(operator, out);
            case REFUSED -> refused();
        };
    }

    private int refused() {
        spec.commandLine()
                .getErr()
                .println("turnstile: the command of holder " + holder + " outlived its 'turnstile run' and belongs to"
                        + " another user; stop it as that user or as root");
        return REFUSED;
    }

    private static int said(PrintWriter out, String what) {
        out.println(what);
        return ExitCode.DONE;
    }

    private int await(Operator operator, PrintWriter out) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        while (end - System.nanoTime() > 0) {
            if (!isInside(operator)) {
                return said(out, "holder " + holder + " was asked to leave and has left");
            }
            Thread.sleep(LOOK_MILLIS);
        }
        spec.commandLine()
                .getErr()
                .println("turnstile: holder " + holder + " was asked to leave, but has not left within "
                        + HumanFormat.exact(wait));
        return ExitCode.TIMED_OUT;
    }

    private boolean isInside(Operator operator) {
        return operator.snapshot(name).stream()
                .flatMap(now -> now.holders().stream())
                .anyMatch(inside -> inside.fence() == holder);
    }
}
