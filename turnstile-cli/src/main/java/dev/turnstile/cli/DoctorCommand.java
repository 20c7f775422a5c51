package dev.turnstile.cli;

import dev.turnstile.driver.mapped.Mapped;
import dev.turnstile.driver.mapped.Operator;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile doctor}. */
@Command(
        name = "doctor",
        description =
                "Looks at all of a turnstile's file, clears up after the dead, and replaces what can't be mended.",
        footer = {
            "",
            "Exit code: 0 if the turnstile can be used, 1 if not.",
            "",
            "Examples:",
            "  turnstile doctor deploys",
            "  turnstile doctor deploys --replace"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final int UNUSABLE = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The turnstile.")
    private String name;

    @Option(
            names = "--replace",
            description =
                    "Remove the file, so that the next who comes makes a new one. Refused while somebody uses it.")
    private boolean replace;

    @Option(names = "--json", description = "Write JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Operator operator = Mapped.here().operator();
        Operator.Diagnosis diagnosis = Known.orRefused(spec, name, operator.examine(Known.name(spec, name), !replace));
        Optional<String> refusal = replace ? operator.remove(name) : Optional.empty();
        boolean removed = replace && refusal.isEmpty();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(diagnosis, removed));
        } else {
            diagnosis.findings().forEach(out::println);
            diagnosis
                    .living()
                    .forEach(owner -> out.println("in use by process " + owner.pid() + ": " + owner.command()));
            out.println(removed ? "removed; the next who comes makes a new one" : verdict(diagnosis));
        }
        refusal.ifPresent(why -> spec.commandLine().getErr().println("turnstile: not replaced: " + why));
        return removed || (diagnosis.usable() && refusal.isEmpty()) ? ExitCode.DONE : UNUSABLE;
    }

    private String verdict(Operator.Diagnosis diagnosis) {
        return diagnosis.usable()
                ? "it can be used"
                : "it can't be used; 'turnstile doctor " + name
                        + " --replace' removes it, so that a new one can be made";
    }

    private String json(Operator.Diagnosis diagnosis, boolean removed) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", name);
        members.put("usable", diagnosis.usable());
        members.put("removed", removed);
        members.put("findings", diagnosis.findings());
        members.put(
                "living",
                diagnosis.living().stream()
                        .map(owner -> Map.of("pid", owner.pid(), "command", owner.command()))
                        .toList());
        return Json.of(members);
    }
}
