package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.render.Json;
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
            "Root may check another user's folder, but nothing is repaired there.",
            "To share turnstiles within a group, have an administrator create a folder, and select it with --dir or"
                    + " TURNSTILE_DIR:",
            "  install -d -m 2770 -g GROUP DIR",
            "",
            "Examples:",
            "  turnstile doctor",
            "  turnstile doctor deploys --replace"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final int UNUSABLE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The turnstile. Default: all.")
    private Optional<String> name;

    @Mixin
    private FolderOption folder;

    @Option(names = "--no-mend", description = "Check only; change nothing.")
    private boolean looks;

    @Option(
            names = "--replace",
            description = "Remove the file, so that the next process to use the name creates a new one. Refused while"
                    + " processes use it. Needs NAME.")
    private boolean replace;

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
        if (replace && looks) {
            throw new ParameterException(spec.commandLine(), "--replace and --no-mend are mutually exclusive");
        }
        Operator operator = folder.operator();
        List<Result> results = name.isPresent()
                ? List.of(TurnstileNames.orRefused(
                        spec, operator, name.get(), examine(operator, TurnstileNames.name(spec, operator, name.get()))))
                : operator.names().stream()
                        .flatMap(each -> examine(operator, each).stream())
                        .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.of(name.isPresent() ? json(results.getFirst()) : json(operator, results)));
        } else {
            results.forEach(result -> print(out, result));
            operator.leftovers().forEach(left -> out.println(StatusText.leftover(left)));
            out.println((results.isEmpty() ? "no turnstiles in " : "folder: ") + operator.where());
        }
        results.forEach(result -> result.refusal()
                .ifPresent(why -> spec.commandLine().getErr().println("turnstile: not replaced: " + why)));
        return results.stream().allMatch(Result::isUsable) ? ExitCode.DONE : UNUSABLE;
    }

    private Optional<Result> examine(Operator operator, String each) {
        return operator.examine(each, !replace && !looks).map(diagnosis -> {
            Optional<String> refusal = replace ? operator.remove(each) : Optional.empty();
            return new Result(each, diagnosis, replace && refusal.isEmpty(), refusal);
        });
    }

    private void print(PrintWriter out, Result result) {
        result.diagnosis().findings().forEach(out::println);
        result.diagnosis()
                .living()
                .forEach(owner ->
                        out.println("in use by process " + owner.pid() + ": " + StatusText.printable(owner.command())));
        out.println(
                result.removed()
                        ? result.name() + ": removed; the next process to use the name creates a new one"
                        : verdict(result));
    }

    private String verdict(Result result) {
        return result.name()
                + (result.diagnosis().usable()
                        ? ": usable"
                        : ": not usable. Run 'turnstile doctor " + result.name() + " --replace" + folder.words()
                                + "' to remove it, so that the next process creates a new one");
    }

    private static Map<String, Object> json(Operator operator, List<Result> results) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("folder", operator.where());
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
                result.diagnosis().living().stream()
                        .map(owner -> Map.of("pid", owner.pid(), "command", owner.command()))
                        .toList());
        return members;
    }
}
