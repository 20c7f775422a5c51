package dev.turnstile.cli.child;

import java.util.concurrent.TimeUnit;

/**
 * Lends the terminal to a child, and mediates between it and the user's shell, which knows only this process. When the
 * child is stopped, this process stops, too. When this process is continued, it continues the child.
 */
final class JobControl {
    private final ControllingTerminal terminal;
    private final ChildGroup child;
    private boolean lent;

    JobControl(ControllingTerminal terminal, ChildGroup child) {
        this.terminal = terminal;
        this.child = child;
    }

    /**
     * Lends the terminal at once if only the child needs it. The rest of a pipeline, such as a pager after this
     * process, is in our group and would lose it. In that case the child gets the terminal when it asks.
     *
     * @param onlyWhenAsked whether to lend it only when the child asks, so that ^C reaches this process
     */
    void begin(boolean onlyWhenAsked) {
        if (!onlyWhenAsked && terminal.isOnBothSides()) {
            lendIfOurs();
        }
    }

    /**
     * Handles a stop of the child by this signal. Returns when the child was continued, or does not concern the
     * terminal.
     */
    void stopped(int signal) {
        boolean wanted = signal == Signals.TTIN || signal == Signals.TTOU;
        if (!terminal.exists() || (!wanted && !lent)) {
            return;
        }
        if (!wanted || !terminal.isOurs()) {
            end();
            Signals.suspendOwnGroup(signal == Signals.STOP ? Signals.TSTP : signal);
        }
        if (!lendIfOurs() && wanted) {
            pause();
        }
        child.send(Signals.CONT);
    }

    /** Takes the terminal back. */
    void end() {
        if (lent) {
            terminal.takeBack();
            lent = false;
        }
    }

    private boolean lendIfOurs() {
        if (terminal.isOurs()) {
            terminal.giveTo(child.leader());
            lent = true;
        }
        return lent;
    }

    /** Keeps a background child that asks repeatedly, without a shell that stops us, from causing a busy loop. */
    private static void pause() {
        try {
            TimeUnit.SECONDS.sleep(1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
