package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.HumanFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile limit}. */
@Command(
        name = "limit",
        description = "Sets the limit: how many units may be held at once. It applies to all processes, now and later.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the limit is set",
            "64:bad usage, or no such turnstile",
            "125:internal error, or a file that can't be used"
        },
        footer = {
            "",
            "Raising the limit admits waiters at once. Lowering it revokes nothing: holders keep their permits, and no"
                    + " process enters until there is room. Waiters that request more than the new limit are refused.",
            "",
            "From then on, commands with another --at-most are refused, until the limit is set again or the turnstile"
                    + " is removed. Leave out --at-most in scripts if operators change the limit.",
            "",
            "Example:",
            "  turnstile limit deploys 5"
        })
public final class LimitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The turnstile.")
    private String name;

    @Parameters(index = "1", paramLabel = "K", description = "The new limit, at least 1.")
    private int limit;

    @Mixin
    private PlaceOption place;

    @Override
    public Integer call() {
        Operator operator = place.operator("turnstile limit " + name + " " + limit);
        Snapshot before = TurnstileNames.orRefused(
                spec, operator, name, operator.snapshot(TurnstileNames.name(spec, operator, name)));
        try {
            operator.limit(name, limit);
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
        spec.commandLine().getOut().println(name + ": limit is now " + limit + " (was " + before.limit() + ")");
        warnOfFloor(before);
        return ExitCode.DONE;
    }

    /** Warns if a command could not stop, because no other fits in beside it. For holders in Java, that may be fine. */
    private void warnOfFloor(Snapshot now) {
        int units =
                now.holders().stream().mapToInt(Snapshot.Holder::units).max().orElse(1);
        int needed = now.floor() + units;
        if (now.floor() > 0 && limit < needed) {
            spec.commandLine()
                    .getErr()
                    .println("turnstile: the floor of '" + name + "' is " + now.floor() + ", so 'turnstile run' holds"
                            + " back TERM and INT from a command of " + HumanFormat.count(units, "unit")
                            + " until a second signal. Set the limit to " + needed + " or more to allow rolling"
                            + " restarts.");
        }
    }
}
