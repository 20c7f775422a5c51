package dev.turnstile.cli.child;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A command that runs under the supervision of this process, in a process group of its own, with this process's
 * descriptors 0, 1 and 2 and no others. One at a time: signals and the terminal go to one only.
 *
 * <p>Either {@link #go} and then {@link #await}, or {@link #abandon}, by one thread; {@link #stop} and {@link #pid} are
 * for any. From the start to the end of the child INT, TERM, HUP, USR1, USR2 and QUIT that this process gets go to the
 * child's group instead. A signal that was ignored stays ignored, QUIT excepted, of which the JVM does not tell. QUIT
 * is passed on only if the JVM was started with {@code 3</dev/null}; otherwise it stays the JVM's.
 */
public final class Child {
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private enum Phase {
        HELD,
        LET_GO,
        ENDED
    }

    private final ProcessGroup group;
    private final StartGate gate;
    private final SignalRelay relay;
    private final ForwardedSignals signals;
    private final ControllingTerminal terminal = ControllingTerminal.open();
    private final JobControl jobControl;
    private Phase phase = Phase.HELD;
    private int exitCode;
    private boolean wholeGroup;

    private Child(ProcessGroup group, StartGate gate, SignalRelay relay, ForwardedSignals signals) {
        this.group = group;
        this.gate = gate;
        this.relay = relay;
        this.signals = signals;
        this.jobControl = new JobControl(terminal, group);
    }

    /**
     * Says now whether {@link #hold} would find the command.
     *
     * @throws CannotRunException if there is no such program or it can't be run
     */
    public static void check(List<String> command) throws CannotRunException {
        resolved(command, Map.of());
    }

    /**
     * Starts the command, held back: nothing of it runs before {@link #go}. If this process dies before, by whatever
     * means, the command never runs. On the way to it a POSIX shell drops variables whose names it does not take for
     * names.
     *
     * @param command the program, with a slash or to be searched on the PATH, and its arguments; not empty
     * @param environment variables to be added to those of this process, or to replace them
     * @throws CannotRunException if there is no such program or it can't be run; nothing was started
     * @throws IOException if it can't be started for another reason; nothing was started
     */
    public static Child hold(List<String> command, Map<String, String> environment)
            throws CannotRunException, IOException {
        Platform.check();
        List<String> resolved = resolved(command, environment);
        // Ignored, the end of a child would be lost.
        Signals.handle(Signals.CHLD, Signals.BY_DEFAULT);
        Descriptors.Pipe pipe = Descriptors.pipe();
        StartGate gate = new StartGate(pipe.writeEnd());
        try {
            return start(resolved, environment, pipe.readEnd(), gate);
        } catch (IOException | RuntimeException failure) {
            gate.shut();
            throw failure;
        } finally {
            Descriptors.close(pipe.readEnd());
        }
    }

    private static Child start(List<String> command, Map<String, String> environment, int readEnd, StartGate gate)
            throws IOException {
        ProcessGroup group = new ProcessGroup(Spawn.held(command, environment, readEnd));
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
            // The shell on the way would take it for an option.
            resolved.set(0, file.toString());
        }
        return resolved;
    }

    /** The same before and after {@link #go}; also the number of its process group. */
    public long pid() {
        return group.leader();
    }

    /**
     * Before {@link #go}: does not pass the first INT or TERM on, but gives the consumer a task that does; a second one
     * is passed on at once. The consumer is called in a thread of the JVM's, and must not block. The child then gets
     * the terminal only when it asks for it, so that ^C comes to this process.
     */
    public void deferFirstStop(Consumer<Runnable> consumer) {
        require(Phase.HELD);
        relay.deferNextStop(consumer);
    }

    /**
     * Before {@link #go}: lets {@link #await} return only when every process of the child's group has ended, and
     * signals be passed on until then. A process that has left the group, as daemons do, is not waited for.
     */
    public void awaitWholeGroup() {
        require(Phase.HELD);
        group.outlivesLeader();
        wholeGroup = true;
    }

    /**
     * Lets it run. If standard input and standard output are the terminal and this process is in its foreground, the
     * child's group becomes the foreground; otherwise it does as soon as it asks the terminal and this process is in
     * the foreground. If the child was ended meanwhile nothing happens; {@link #await} tells.
     *
     * @throws IOException if it can't be let go: {@link #abandon} it
     */
    public void go() throws IOException {
        require(Phase.HELD);
        jobControl.begin(relay.isDeferring());
        gate.open();
        phase = Phase.LET_GO;
    }

    /**
     * Blocks until it has ended, deaf to interrupts, and takes the terminal back. Meanwhile signals are passed on, and
     * if the child that has the terminal is stopped, this process stops as well until it is continued. Others of the
     * child's group may run on ({@link #awaitWholeGroup} waits for them).
     *
     * @return its exit code, or 128 and the number of the signal that ended it
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
     * From any thread: TERM to its process group, and KILL when {@link #await} has not seen its end after this time.
     * Blocks until then; an interrupt cuts the time short and stays set. Nothing happens after the end of the child.
     */
    public void stop(Duration grace) {
        group.send(Signals.TERM);
        // One that is stopped would not hear of it.
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

    /** It will never run: ends the held child and reaps it, which blocks shortly. Nothing happens after its end. */
    public void abandon() {
        if (phase == Phase.ENDED) {
            return;
        }
        require(Phase.HELD);
        gate.shut();
        ended(end(group));
    }

    private static int end(ProcessGroup group) {
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
