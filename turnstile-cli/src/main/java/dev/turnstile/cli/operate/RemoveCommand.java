package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.cli.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile remove}. */
@Command(
        name = "remove",
        description = "Removes a turnstile: its file, its limit and its fences. The next process to use the name starts"
                + " from scratch.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the turnstile was removed",
            "1:it was not removed: processes hold units of it or have it open",
            "64:bad usage, or no such turnstile",
            "125:internal error, or a file that can't be used"
        },
        footer = {"", "Example:", "  turnstile remove deploys"})
public final class RemoveCommand implements Callable<Integer> {
    private static final int IN_USE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The turnstile.")
    private String name;

    @Mixin
    private PlaceOption place;

    @Override
    public Integer call() {
        Operator operator = place.operator();
        boolean known = operator.isName(TurnstileNames.name(spec, operator, name));
        TurnstileNames.orRefused(spec, operator, name, known ? Optional.of(name) : Optional.empty());
        Optional<String> refusal = operator.remove(name);
        refusal.ifPresent(why -> spec.commandLine().getErr().println("turnstile: '" + name + "' is in use: " + why));
        if (refusal.isEmpty()) {
            spec.commandLine().getOut().println(name + ": removed");
        }
        return refusal.isEmpty() ? ExitCode.DONE : IN_USE;
    }
}
