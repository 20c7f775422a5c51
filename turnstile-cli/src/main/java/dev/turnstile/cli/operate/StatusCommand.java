package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.Terminal;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile status}. */
@Command(
        name = "status",
        description = "Shows the holders and waiters of each turnstile, and for how long. Changes nothing.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every turnstile's file can be used",
            "1:a turnstile's file can't be used; the others are still shown",
            "64:bad usage, or no such turnstile",
            "125:internal error, or a folder that can't be used"
        },
        footer = {
            "",
            "HOLDER identifies a holder for 'turnstile release'. It is also the holder's fence.",
            "",
            "With --on, also shows each process: how long ago its last heartbeat was, its lease, and what went wrong"
                    + " for it. Then the processes that others declared dead in the last day.",
            "",
            "Examples:",
            "  turnstile status",
            "  turnstile status deploys --watch"
        })
public final class StatusCommand implements Callable<Integer> {
    private static final String CLEAR_SCREEN = "\033[H\033[2J";
    private static final long WATCH_MILLIS = 1000;
    private static final int UNUSABLE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The turnstile. Default: all.")
    private Optional<String> name;

    @Mixin
    private PlaceOption place;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(names = "--watch", description = "Refresh every second until interrupted.")
    private boolean watch;

    /**
     * The state of all turnstiles, or of one.
     *
     * @param where where the turnstiles are
     * @param usable a snapshot of each turnstile that can be used
     * @param unusable the problems of the other turnstiles, by name
     * @param leftovers files in the default folders of earlier versions
     * @param sessions the processes that use the store, if the turnstiles are in one
     */
    record Found(
            StatusText.Where where,
            List<Snapshot> usable,
            Map<String, String> unusable,
            List<Operator.Leftover> leftovers,
            Optional<StoreSessions> sessions) {}

    @Override
    public Integer call() throws InterruptedException {
        if (json && watch) {
            throw new ParameterException(spec.commandLine(), "--json and --watch are mutually exclusive");
        }
        PrintWriter out = spec.commandLine().getOut();
        boolean usable = show(out, "");
        while (watch && !out.checkError()) {
            Thread.sleep(WATCH_MILLIS);
            usable = show(out, Terminal.isStandardOutput() ? CLEAR_SCREEN : "\n");
        }
        return usable ? ExitCode.DONE : UNUSABLE;
    }

    private boolean show(PrintWriter out, String before) {
        Found found = find();
        out.println(before + (json ? StatusJson.of(found) : StatusText.of(found)));
        out.flush();
        return found.unusable().isEmpty();
    }

    private Found find() {
        Operator operator = place.operator();
        List<Snapshot> usable = new ArrayList<>();
        Map<String, String> unusable = new LinkedHashMap<>();
        List<String> names =
                name.isPresent() ? List.of(TurnstileNames.name(spec, operator, name.get())) : operator.names();
        for (String each : names) {
            try {
                operator.snapshot(each).ifPresent(usable::add);
            } catch (TurnstileUnusableException refused) {
                unusable.put(each, refused.getMessage());
            }
        }
        if (name.isPresent() && unusable.isEmpty()) {
            TurnstileNames.orRefused(spec, operator, name.get(), usable.stream().findFirst());
        }
        List<Operator.Leftover> leftovers = name.isEmpty() ? operator.leftovers() : operator.leftovers(name.get());
        return new Found(
                new StatusText.Where(operator, place.isStore()),
                usable,
                unusable,
                leftovers,
                StoreSessions.of(operator, name));
    }
}
