package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.Json;
import dev.turnstile.driver.store.StoreOperator;
import java.io.PrintWriter;
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

/** {@code turnstile doctor}. */
@Command(
        name = "doctor",
        description =
                "Checks a turnstile's file, cleans up after crashed processes, and with --replace removes the file,"
                        + " damaged or not.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every turnstile that was checked is usable",
            "1:a turnstile is not usable, or was not replaced",
            "64:bad usage, or no such turnstile",
            "125:internal error, or a folder that can't be used"
        },
        footer = {
            "",
            "With --on, also names the processes that others declared dead in the last day.",
            "Root may check another user's folder, but nothing is repaired there.",
            "To share turnstiles within a group, have an administrator create a folder, and select it with --dir or"
                    + " TURNSTILE_DIR:",
            "  install -d -m 2770 -g GROUP DIR",
            "",
            "Examples:",
            "  turnstile doctor",
            "  turnstile doctor --dry-run",
            "  turnstile doctor deploys --replace"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final int UNUSABLE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The turnstile. Default: all.")
    private Optional<String> name;

    @Mixin
    private PlaceOption place;

    @Option(names = "--dry-run", description = "Check only; change nothing.")
    private boolean dryRun;

    @Option(names = "--no-mend", hidden = true, description = "The former name of --dry-run.")
    private boolean noMend;

    @Option(
            names = "--replace",
            description = "Remove the file, so that the next process to use the name creates a new one. Refused while"
                    + " processes use it. Needs NAME.")
    private boolean replace;

    @Option(
            names = "--after-restore",
            description = "With --on, after the store was restored from a backup, or failed over: make every turnstile"
                    + " usable again, with fences above all that were lost. Stop all users for one lease first.")
    private boolean afterRestore;

    @Option(
            names = "--upgrade",
            description = "With --on: move the turnstile to the newest format. Upgrade all of its users first. Needs"
                    + " NAME.")
    private boolean upgrade;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** The findings about one turnstile, and whether it was removed, or why not. */
    private record Result(String name, Operator.Diagnosis diagnosis, boolean removed, Optional<String> refusal) {
        boolean isUsable() {
            return removed || (diagnosis.usable() && refusal.isEmpty());
        }
    }

    @Override
    public Integer call() {
        if (replace && name.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--replace needs NAME");
        }
        if (replace && looksOnly()) {
            throw new ParameterException(spec.commandLine(), "--replace and --dry-run are mutually exclusive");
        }
        Operator operator = place.operator();
        if (afterRestore || upgrade) {
            return inStore(operator);
        }
        List<Result> results = name.isPresent()
                ? List.of(TurnstileNames.orRefused(
                        spec, operator, name.get(), examine(operator, TurnstileNames.name(spec, operator, name.get()))))
                : operator.names().stream()
                        .flatMap(each -> examine(operator, each).stream())
                        .toList();
        Optional<StoreSessions> sessions = StoreSessions.of(operator, name);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> members = name.isPresent() ? json(results.getFirst()) : json(operator, results);
            sessions.ifPresent(found -> found.putKilled(members));
            out.println(Json.of(members));
        } else {
            results.forEach(result -> print(out, result));
            sessions.ifPresent(found -> found.killings().forEach(out::println));
            operator.leftovers().forEach(left -> out.println(StatusText.leftover(left)));
            StatusText.Where where = new StatusText.Where(operator, place.isStore());
            out.println(results.isEmpty() ? StatusText.none(where) : where.toString());
        }
        results.forEach(result -> result.refusal()
                .ifPresent(why -> spec.commandLine().getErr().println("turnstile: not replaced: " + why)));
        return results.stream().allMatch(Result::isUsable) ? ExitCode.DONE : UNUSABLE;
    }

    private int inStore(Operator operator) {
        if (!(operator instanceof StoreOperator store)) {
            throw new ParameterException(
                    spec.commandLine(), "--after-restore and --upgrade need --on, or TURNSTILE_ON");
        }
        if (replace || looksOnly() || json || (afterRestore && upgrade)) {
            throw new ParameterException(
                    spec.commandLine(), "--after-restore and --upgrade go with no other option of doctor");
        }
        if (afterRestore && name.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "--after-restore takes no NAME: a restore concerns all turnstiles of a store");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (afterRestore) {
            List<String> names = store.raiseFences();
            names.forEach(each -> out.println(each + ": usable; its fences continue above all that were lost"));
            out.println(names.isEmpty() ? "no turnstiles in " + store.where() : "store: " + store.where());
            return ExitCode.DONE;
        }
        String one = name.orElseThrow(() -> new ParameterException(spec.commandLine(), "--upgrade needs NAME"));
        int format =
                TurnstileNames.orRefused(spec, operator, one, store.upgrade(TurnstileNames.name(spec, operator, one)));
        out.println(one + ": has format " + format + ", the newest");
        return ExitCode.DONE;
    }

    private boolean looksOnly() {
        return dryRun || noMend;
    }

    private Optional<Result> examine(Operator operator, String each) {
        return operator.examine(each, !replace && !looksOnly()).map(diagnosis -> {
            Optional<String> refusal = replace ? operator.remove(each) : Optional.empty();
            return new Result(each, diagnosis, replace && refusal.isEmpty(), refusal);
        });
    }

    private void print(PrintWriter out, Result result) {
        result.diagnosis().findings().forEach(out::println);
        result.diagnosis().living().forEach(owner -> out.println(user(owner)));
        out.println(
                result.removed()
                        ? result.name() + ": removed; the next process to use the name creates a new one"
                        : verdict(result));
    }

    private static String user(Snapshot.Owner owner) {
        String command = StatusText.printable(owner.command());
        return switch (owner.life()) {
            case ALIVE, DEAD, SILENT ->
                "in use by process " + owner.pid()
                        + owner.host()
                                .map(host -> " on " + StatusText.printable(host))
                                .orElse("") + ": " + command;
            case ORPHANED_CHILD ->
                "in use by process " + owner.child().orElseThrow() + ": " + command + " (its 'turnstile run', process "
                        + owner.pid() + ", was killed; the command still holds its units)";
        };
    }

    private String verdict(Result result) {
        return result.name()
                + (result.diagnosis().usable()
                        ? ": usable"
                        : ": not usable. Run 'turnstile doctor " + result.name() + " --replace" + place.words()
                                + "' to remove it, so that the next process creates a new one");
    }

    private Map<String, Object> json(Operator operator, List<Result> results) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(place.isStore() ? "store" : "folder", operator.where());
        members.put("turnstiles", results.stream().map(DoctorCommand::json).toList());
        members.put("leftovers", StatusJson.leftovers(operator.leftovers()));
        return members;
    }

    private static Map<String, Object> json(Result result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", result.name());
        members.put("usable", result.diagnosis().usable());
        members.put("removed", result.removed());
        members.put("findings", result.diagnosis().findings());
        members.put(
                "living",
                result.diagnosis().living().stream().map(StatusJson::of).toList());
        return members;
    }
}
