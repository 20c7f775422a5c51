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
                "Examines a turnstile's file, clears up after crashed processes, and replaces what can't be mended.",
        footer = {
            "",
            "Root may examine another user's folder; nothing is mended there.",
            "To share turnstiles in a group, let an administrator make a folder, and name it with --dir or"
                    + " TURNSTILE_DIR:",
            "  install -d -m 2770 -g GROUP DIR",
            "",
            "Exit code: 0 if all examined turnstiles can be used, 1 if not.",
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

    @Option(names = "--no-mend", description = "Only look, and change nothing.")
    private boolean looks;

    @Option(
            names = "--replace",
            description = "Remove the file, so that the next process to use the name makes a new one. Refused while"
                    + " processes use it. Needs NAME.")
    private boolean replace;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    /** What was found about one turnstile, and whether it was removed, or why not. */
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
            out.println((results.isEmpty() ? "there is no turnstile in " : "folder: ") + operator.where());
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
                        ? result.name() + ": removed; the next process to use it makes a new one"
                        : verdict(result));
    }

    private String verdict(Result result) {
        return result.name()
                + (result.diagnosis().usable()
                        ? ": it can be used"
                        : ": it can't be used; 'turnstile doctor " + result.name() + " --replace" + folder.words()
                                + "' removes it, so that a new one can be made");
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
