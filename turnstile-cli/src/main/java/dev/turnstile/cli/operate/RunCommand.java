package dev.turnstile.cli.operate;

import dev.turnstile.LimitExceededException;
import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.cli.ExitCode;
import dev.turnstile.cli.child.CannotRunException;
import dev.turnstile.cli.child.Child;
import dev.turnstile.cli.render.HumanFormat;
import dev.turnstile.cli.render.Terminal;
import dev.turnstile.cli.render.TimeSpan;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.OtherBoundsException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code turnstile run}. */
@Command(
        name = "run",
        description = "Runs a command as soon as its units are available, and releases them when it ends.",
        customSynopsis = "turnstile run NAME [-k K] [-r R] [-l L] [--ready TEST] [-w TIME | -n] [--kill-after TIME]"
                + " [--whole-group] [--dir DIR | --on URL [--lease TIME]] [--] CMD [ARG...]",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "N:the exit code of the command",
            "64:bad usage, another limit in force, or more units requested than the limit",
            "123:the permit was revoked or lost, or the store did not answer, and the command was stopped",
            "124:the units were not available in time",
            "125:internal error, or a file that can't be used",
            "126:the command can't be executed",
            "127:the command was not found",
            "128+N:signal N ended the command"
        },
        footer = {
            "",
            "The command's environment has TURNSTILE_NAME, TURNSTILE_SLOTS (a number for each of its units, such as"
                    + " 0,1), TURNSTILE_SLOT (the first of them) and TURNSTILE_FENCE.",
            "",
            "INT, TERM, HUP, QUIT, USR1 and USR2 are passed on to the command. If the turnstile has a floor, INT and"
                    + " TERM are passed on only when the other holders meet it, also for a command without --at-least.",
            "",
            "If 'turnstile run' itself is killed with KILL, the command keeps its units until it ends, and 'turnstile"
                    + " status' shows this. With --on, the command is killed with it.",
            "",
            "Examples:",
            "  turnstile run deploys --at-most 3 -- ./deploy.sh web",
            "  turnstile run gpu --at-most 8 --units 2 --wait 30s -- python3 train.py",
            "  turnstile run servers --at-least 2 --at-most 4 -- ./serve"
        })
public final class RunCommand implements Callable<Integer> {
    private static final String READY_NEEDS_FLOOR =
            "--ready needs a floor to count toward: give --at-least L (1 or more) and --at-most K, or leave out"
                    + " --ready";
    private static final int VARIABLE_MAX = 128 * 1024 - 64; // Linux allows 128 KiB for a variable with its name

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            parameterConsumer = RunWords.Name.class,
            description = "The turnstile. Commands that use the same name share it.")
    private String name;

    @Parameters(
            index = "1..*",
            paramLabel = "CMD [ARG...]",
            arity = "1..*",
            hideParamSyntax = true,
            parameterConsumer = RunWords.Rest.class,
            description = "The command and its arguments. Options after its first word belong to the command. A command"
                    + " that starts with '-' needs '--' before it.")
    private List<String> command;

    @Option(
            names = {"-k", "--at-most"},
            paramLabel = "K",
            description = "Units that may be held at once. Defaults to the limit already in use, or 1 for a new"
                    + " turnstile.")
    private Optional<Integer> limit;

    @Option(
            names = {"-r", "--units"},
            paramLabel = "R",
            defaultValue = "1",
            description = "Units this command takes (default: 1).")
    private int units;

    @Option(
            names = {"-l", "--at-least"},
            paramLabel = "L",
            description = "The floor: pass INT or TERM on to the command only when other running holders have at least"
                    + " L units. A second signal is passed on at once. Needs --at-most.")
    private Optional<Integer> floor;

    @Option(
            names = {"-w", "--wait"},
            paramLabel = "TIME",
            converter = TimeSpan.OrZero.class,
            description =
                    "Give up after this time: a number followed by ms, s, m, h or d (without a unit: seconds), such as"
                            + " 500ms, 1.5s, 30 or 5m. Default: wait forever.")
    private Optional<Duration> wait;

    @Option(
            names = {"-n", "--no-wait"},
            description =
                    "Do not wait: give up at once if the units are not available. With --on, if a holder seems to have"
                            + " crashed, watch it for one lease first.")
    private boolean noWait;

    @Option(
            names = "--kill-after",
            paramLabel = "TIME",
            converter = TimeSpan.OrZero.class,
            defaultValue = "10s",
            description = "If an operator revokes the permit, send KILL to the command this long after TERM; 0: at once"
                    + " (default: 10s).")
    private Duration grace;

    @Option(
            names = "--ready",
            paramLabel = "TEST",
            description = "Count toward the floor only once this shell command succeeds. It is run repeatedly until"
                    + " then. Needs --at-least, or a turnstile that has a floor. Default: count as soon as the command"
                    + " is started.")
    private Optional<String> ready;

    @Option(
            names = "--whole-group",
            description = "Hold the units until every process in the command's process group has ended, not only the"
                    + " command itself. For commands that continue in the background.")
    private boolean wholeGroup;

    @Mixin
    private PlaceOption place;

    private Place where;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        where = place.place(String.join(" ", command));
        try {
            Child.check(command);
            try (Turnstile gate = open()) {
                if (ready.isPresent() && gate.snapshot().floor() == 0) {
                    throw wrong(READY_NEEDS_FLOOR);
                }
                Optional<Permit> permit = acquire(gate);
                return permit.isPresent() ? run(gate, permit.get()) : noRoom(gate);
            }
        } catch (CannotRunException cannot) {
            spec.commandLine().getErr().println("turnstile: " + cannot.getMessage());
            return cannot.exitCode();
        }
    }

    private void check() {
        if (noWait && wait.isPresent()) {
            throw wrong("--no-wait and --wait are mutually exclusive");
        }
        if (wait.filter(Duration::isZero).isPresent()) {
            throw wrong("--wait must be longer than 0; use --no-wait to give up at once");
        }
        if (floor.isPresent() && limit.isEmpty()) {
            throw wrong("--at-least needs --at-most");
        }
        if (ready.isPresent() && limit.isPresent() && floor.orElse(0) == 0) {
            throw wrong(READY_NEEDS_FLOOR);
        }
        if (units < 1) {
            throw wrong("--units must be at least 1, not " + units);
        }
        if (floor.isPresent() && floor.get() <= limit.get() && units > limit.get() - floor.get()) {
            throw wrong("--at-least (" + floor.get() + ") plus --units (" + units + ") must not exceed --at-most ("
                    + limit.get() + "), or the command could never be allowed to stop");
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private Turnstile open() {
        try {
            Turnstile gate = limit.isPresent()
                    ? where.open(describe(limit.get()))
                    : where.join(name).orElseGet(this::first);
            where.created().ifPresent(this::say);
            return gate;
        } catch (OtherBoundsException other) {
            throw wrong(otherBounds(other));
        } catch (IllegalArgumentException refused) {
            throw wrong(refused.getMessage());
        }
    }

    /** Words the refusal of other bounds for a shell. The message of the exception is for Java programmers. */
    private String otherBounds(OtherBoundsException other) {
        Bounds inForce = other.inForce();
        boolean sameFloor = inForce.floor() == other.requested().floor();
        String has = (inForce.floor() == 0 ? "" : "a floor of " + inForce.floor() + " and ") + "a limit of "
                + inForce.limit();
        String given = floor.map(least -> "--at-least " + least + " ").orElse("") + "--at-most "
                + other.requested().limit() + (sameFloor || floor.isPresent() ? "" : " without --at-least");
        String use = "To use the " + (sameFloor ? "limit" : "bounds") + " in force, leave out "
                + (floor.isPresent() ? "--at-least and " : "") + "--at-most; ";
        String change = sameFloor
                ? "to change the limit for all, run 'turnstile limit " + name + " "
                        + other.requested().limit() + place.words() + "'; "
                : "";
        return "'" + name + "' has " + has + ", but " + given + " is given. " + other.reason() + ". " + use + change
                + "to start over when no process uses it, run 'turnstile remove " + name + place.words() + "'";
    }

    /**
     * Creates the turnstile with the default limit. Joins it if another process creates it first with another limit.
     */
    private Turnstile first() {
        if (ready.isPresent()) {
            throw wrong(READY_NEEDS_FLOOR);
        }
        try {
            return where.open(describe(1));
        } catch (OtherBoundsException decidedOtherwise) {
            return where.join(name).orElseThrow(() -> decidedOtherwise);
        }
    }

    private Turnstile.Builder describe(int most) {
        return Turnstile.between(floor.orElse(0), most).named(name).watched();
    }

    private Optional<Permit> acquire(Turnstile gate) throws InterruptedException {
        try {
            if (noWait) {
                Optional<Permit> atOnce = gate.tryAcquire(units);
                return atOnce.isEmpty() && hasSilentHolder(gate) ? watchSilentHolder(gate) : atOnce;
            }
            if (Terminal.isStandardError()) {
                Optional<Permit> atOnce = gate.tryAcquire(units);
                if (atOnce.isPresent()) {
                    return atOnce;
                }
                say("waiting for '" + name + "': " + state(gate));
            }
            return wait.isPresent() ? gate.tryAcquire(units, wait.get()) : Optional.of(gate.acquire(units));
        } catch (LimitExceededException tooMany) {
            throw wrong(tooMany.getMessage());
        }
    }

    private static boolean hasSilentHolder(Turnstile gate) {
        return gate.snapshot().holders().stream()
                .flatMap(holder -> holder.owner().stream())
                .anyMatch(owner -> owner.life() == Snapshot.Life.SILENT);
    }

    /** A holder that seems silent may have crashed. It takes one lease to tell. */
    private Optional<Permit> watchSilentHolder(Turnstile gate) throws InterruptedException {
        say("a holder of '" + name + "' is silent; watching it for one lease (" + HumanFormat.exact(place.lease())
                + ")");
        return gate.tryAcquire(units, place.lease().multipliedBy(5).dividedBy(4));
    }

    private int noRoom(Turnstile gate) {
        String full = wait.map(time -> "' is still full after " + HumanFormat.exact(time))
                .orElse("' is full");
        say("'" + name + full + ": " + state(gate));
        return ExitCode.TIMED_OUT;
    }

    private String state(Turnstile gate) {
        return StatusText.summary(gate.snapshot()) + ", " + HumanFormat.count(units)
                + " requested. Run 'turnstile status " + name + place.words() + "' to see the holders.";
    }

    /**
     * The permit while the command runs. Closing it releases it even if that leaves too few for the floor: a command
     * that has ended no longer serves.
     */
    private interface Tenure extends AutoCloseable {
        @Override
        void close();
    }

    private int run(Turnstile gate, Permit permit) throws CannotRunException, IOException {
        Tenure tenure = permit::abandon;
        AtomicBoolean wantedBack = new AtomicBoolean();
        int code;
        try (tenure) {
            Child child = where.endsChildWithItself()
                    ? Child.holdWhileAlive(command, environment(permit))
                    : Child.hold(command, environment(permit));
            permit.onLost(() -> {
                wantedBack.set(true);
                child.stop(grace);
            });
            try (DeadlineWatch watch = DeadlineWatch.begin(permit, place.lease(), child::stop)) {
                code = runInPlace(gate, permit, child);
                if (watch.hasStopped()) {
                    return lost("the store of '" + name + "' did not answer in time, and");
                }
            }
            if (wantedBack.get() && permit.isHeld()) {
                return lost("an operator revoked the permit of '" + name + "', and");
            }
        } catch (PermitLostException lost) {
            return lost(lost.getMessage() + ";");
        }
        if (wantedBack.get()) {
            return lost("the permit of '" + name + "' was lost, and");
        }
        Snapshot now = gate.snapshot();
        if (now.isBelowFloor()) {
            say("the command has ended, and '" + name + "' is below its floor: " + StatusText.summary(now));
        }
        return code;
    }

    /** Runs the command. In a window, passes the first signal to stop on only when the other holders suffice. */
    private int runInPlace(Turnstile gate, Permit permit, Child child) throws IOException {
        if (gate.snapshot().floor() == 0) {
            return run(gate, child, () -> {});
        }
        try (Departure departure = new Departure(permit, () -> say(waitsToStop(gate)));
                Readiness readiness = new Readiness(permit, environment(permit))) {
            child.deferFirstStop(departure::begin);
            return run(gate, child, () -> readiness.begin(ready));
        }
    }

    private String waitsToStop(Turnstile gate) {
        return "the command will be stopped when the other holders of '" + name + "' have at least "
                + HumanFormat.count(gate.snapshot().floor(), "unit") + "; a second signal stops it at once";
    }

    /**
     * Records the child before it runs. If this process is killed, it leaves behind a child that is recorded, or none.
     */
    private int run(Turnstile gate, Child child, Runnable started) throws IOException {
        try {
            where.keepFor(gate, child.pid(), wholeGroup);
            if (wholeGroup) {
                child.awaitWholeGroup();
            }
            child.go();
            started.run();
        } catch (IOException | RuntimeException failure) {
            child.abandon();
            throw failure;
        }
        int code = await(child);
        where.keepFor(gate, 0, false);
        return code;
    }

    /** Waits for the child, and makes sure that it does not outlive the permit. */
    private static int await(Child child) {
        try {
            return child.await();
        } catch (RuntimeException failure) {
            child.stop(Duration.ZERO);
            throw failure;
        }
    }

    private void say(String what) {
        spec.commandLine().getErr().println("turnstile: " + what);
    }

    private int lost(String why) {
        say(why + " the command was stopped");
        return ExitCode.LOST;
    }

    private Map<String, String> environment(Permit permit) {
        Map<String, String> variables = new HashMap<>();
        variables.put("TURNSTILE_NAME", name);
        variables.put("TURNSTILE_SLOT", String.valueOf(permit.slot()));
        variables.put("TURNSTILE_FENCE", String.valueOf(permit.fence()));
        String slots = permit.slots().stream().map(String::valueOf).collect(Collectors.joining(","));
        if (slots.length() <= VARIABLE_MAX) {
            variables.put("TURNSTILE_SLOTS", slots);
        }
        return variables;
    }
}
