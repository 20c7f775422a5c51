package dev.turnstile.cli.child;

import java.util.concurrent.TimeUnit;

/**
 * Lends the terminal to a child, and stands between it and the user's shell, which knows only this process: when the
 * child is stopped, this process stops too, and when it is continued, the child is.
 */
final class JobControl {
    private final ControllingTerminal terminal;
    private final ProcessGroup child;
    private boolean lent;

    JobControl(ControllingTerminal terminal, ProcessGroup child) {
        this.terminal = terminal;
        this.child = child;
    }

    /**
     * Lends it at once if nothing but the child needs it. The rest of a pipeline, such as a pager behind this process,
     * is in our group and would lose it; there the child gets the terminal when it asks.
     *
     * @param onlyWhenAsked whether it is to be lent only when the child asks: ^C then comes to this process
     */
    void begin(boolean onlyWhenAsked) {
        if (!onlyWhenAsked && terminal.isOnBothSides()) {
            lendIfOurs();
        }
    }

    /** The child was stopped by this signal. Returns when it has been continued, or when that is not our business. */
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

    /** A child in the background that asks again and again, and no shell that stops us for it: not in a hot loop. */
    private static void pause() {
        try {
            TimeUnit.SECONDS.sleep(1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
