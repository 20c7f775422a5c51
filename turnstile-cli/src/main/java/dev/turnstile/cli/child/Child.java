package dev.turnstile.cli.child;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A command that this process supervises. It runs in its own process group, with this process's descriptors 0, 1 and 2
 * and no others. There can be only one child at a time, because signals and the terminal go to one only.
 *
 * <p>One thread calls either {@link #go} and then {@link #await}, or {@link #abandon}. Any thread may call
 * {@link #stop} and {@link #pid}.
 *
 * <p>From the start to the end of the child, INT, TERM, HUP, USR1, USR2 and QUIT that this process gets go to the
 * child's group instead. A signal that was ignored stays ignored, except QUIT, because the JVM does not report whether
 * it was. QUIT is passed on only if the JVM was started with {@code 3</dev/null}; otherwise the JVM keeps it.
 */
public final class Child {
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private enum Phase {
        HELD,
        LET_GO,
        ENDED
    }

    private final ChildGroup group;
    private final StartGate gate;
    private final SignalRelay relay;
    private final ForwardedSignals signals;
    private final ControllingTerminal terminal = ControllingTerminal.open();
    private final JobControl jobControl;
    private Phase phase = Phase.HELD;
    private int exitCode;
    private boolean wholeGroup;

    private Child(ChildGroup group, StartGate gate, SignalRelay relay, ForwardedSignals signals) {
        this.group = group;
        this.gate = gate;
        this.relay = relay;
        this.signals = signals;
        this.jobControl = new JobControl(terminal, group);
    }

    /**
     * Checks that {@link #hold} would find the command.
     *
     * @throws CannotRunException if there is no such program, or it can't be executed
     */
    public static void check(List<String> command) throws CannotRunException {
        resolved(command, Map.of());
    }

    /**
     * Starts the command and holds it: nothing of it runs before {@link #go}. If this process dies before that, in any
     * way, the command never runs. A POSIX shell starts the command, and drops variables whose names it considers
     * invalid.
     *
     * @param command the program, with a slash or to be searched on the PATH, and its arguments; not empty
     * @param environment variables that are added to those of this process, or replace them
     * @throws CannotRunException if there is no such program, or it can't be executed; nothing was started
     * @throws IOException if the command can't be started for another reason; nothing was started
     */
    public static Child hold(List<String> command, Map<String, String> environment)
            throws CannotRunException, IOException {
        return hold(command, environment, false);
    }

    /**
     * Starts the command like {@link #hold}. On Linux, if this process is killed, the kernel kills the command, too.
     * Its own children live on.
     */
    public static Child holdWhileAlive(List<String> command, Map<String, String> environment)
            throws CannotRunException, IOException {
        return hold(command, environment, true);
    }

    private static Child hold(List<String> command, Map<String, String> environment, boolean whileAlive)
            throws CannotRunException, IOException {
        Platform.check();
        List<String> resolved = resolved(command, environment);
        // If CHLD were ignored, the end of the child would be lost.
        Signals.handle(Signals.CHLD, Signals.BY_DEFAULT);
        Descriptors.Pipe pipe = Descriptors.pipe();
        StartGate gate = new StartGate(pipe.writeEnd());
        try {
            return start(whileAlive ? Spawn.endingWithParent(resolved) : resolved, environment, pipe.readEnd(), gate);
        } catch (IOException | RuntimeException failure) {
            gate.shut();
            throw failure;
        } finally {
            Descriptors.close(pipe.readEnd());
        }
    }

    private static Child start(List<String> command, Map<String, String> environment, int readEnd, StartGate gate)
            throws IOException {
        ChildGroup group = new ChildGroup(Spawn.held(command, environment, readEnd));
        SignalRelay relay = new SignalRelay(group);
        try {
            return new Child(group, gate, relay, ForwardedSignals.to(relay::pass));
        } catch (IOException | RuntimeException failure) {
            end(group);
            throw failure;
        }
    }

    private static List<String> resolved(List<String> command, Map<String, String> environment)
            throws CannotRunException {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("no command");
        }
        String name = command.getFirst();
        String path = environment.getOrDefault("PATH", System.getenv().getOrDefault("PATH", USUAL_PATH));
        Path file = Executable.find(name, path);
        List<String> resolved = new ArrayList<>(command);
        if (name.startsWith("-")) {
            // The shell that starts the command would take it for an option.
            resolved.set(0, file.toString());
        }
        return resolved;
    }

    /** Returns the pid, which does not change with {@link #go}. It is also the number of the child's process group. */
    public long pid() {
        return group.leader();
    }

    /**
     * Defers the first INT or TERM: instead of passing it on, gives the consumer a task that does. A second one is
     * passed on at once. Must be called before {@link #go}. The consumer is called on a thread of the JVM, and must not
     * block. The child gets the terminal only when it asks for it, so that ^C reaches this process.
     */
    public void deferFirstStop(Consumer<Runnable> consumer) {
        require(Phase.HELD);
        relay.deferNextStop(consumer);
    }

    /**
     * Makes {@link #await} return only when every process of the child's group has ended. Signals are passed on until
     * then. A process that has left the group, as daemons do, is not waited for. Must be called before {@link #go}.
     */
    public void awaitWholeGroup() {
        require(Phase.HELD);
        group.outlivesLeader();
        wholeGroup = true;
    }

    /**
     * Lets the child run. If standard input and standard output are the terminal and this process is in its foreground,
     * the child's group becomes the foreground. Otherwise it does as soon as the child asks the terminal and this
     * process is in the foreground. If the child has already ended, nothing happens, and {@link #await} reports its
     * end.
     *
     * @throws IOException if the child can't be let go; the caller must {@link #abandon} it
     */
    public void go() throws IOException {
        require(Phase.HELD);
        jobControl.begin(relay.isDeferring());
        gate.open();
        phase = Phase.LET_GO;
    }

    /**
     * Waits until the child has ended, and takes the terminal back. Interrupts are ignored. Meanwhile signals are
     * passed on. If the child has the terminal and is stopped, this process stops, too, until it is continued. Other
     * processes of the child's group may continue to run ({@link #awaitWholeGroup} waits for them).
     *
     * @return the exit code, or 128 plus the number of the signal that ended the child
     */
    public int await() {
        if (phase == Phase.ENDED) {
            return exitCode;
        }
        require(Phase.LET_GO);
        while (phase != Phase.ENDED) {
            switch (group.awaitChange()) {
                case Change.Stopped(int signal) -> jobControl.stopped(signal);
                case Change.Ended(int code) -> {
                    jobControl.end();
                    if (wholeGroup) {
                        group.awaitEmpty();
                    }
                    ended(code);
                }
            }
        }
        return exitCode;
    }

    /**
     * Sends TERM to the child's process group, and KILL if {@link #await} has not seen its end after this time. Blocks
     * until then. An interrupt cuts the time short and stays set. After the end of the child, nothing happens. Any
     * thread may call this.
     */
    public void stop(Duration grace) {
        group.send(Signals.TERM);
        // A stopped process would not handle TERM.
        group.send(Signals.CONT);
        boolean over = false;
        try {
            over = group.awaitOver(grace);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!over) {
            group.send(Signals.KILL);
        }
    }

    /**
     * Ends the held child, which never runs, and reaps it. Blocks briefly. After the end of the child, nothing happens.
     */
    public void abandon() {
        if (phase == Phase.ENDED) {
            return;
        }
        require(Phase.HELD);
        gate.shut();
        ended(end(group));
    }

    private static int end(ChildGroup group) {
        group.send(Signals.KILL);
        while (true) {
            if (group.awaitChange() instanceof Change.Ended(int code)) {
                return code;
            }
        }
    }

    private void ended(int code) {
        jobControl.end();
        terminal.close();
        signals.close();
        exitCode = code;
        phase = Phase.ENDED;
    }

    private void require(Phase required) {
        if (phase != required) {
            throw new IllegalStateException("the child is " + phase + ", not " + required);
        }
    }
}
