package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Turnstile;
import java.util.Optional;

/** Where the turnstiles of a command are: in a folder of this machine, or in a store that several machines share. */
interface Place {
    /** Opens a turnstile, which {@code run} stops when asked and counts once it is ready. */
    Turnstile open(Turnstile.Builder description);

    /** Opens the turnstile of this name with the bounds in force, if there is one. */
    Optional<Turnstile> join(String name);

    /**
     * Keeps what this process holds, should it be killed, until the child, or its whole group, has ended. A child of 0
     * means that there is none any more.
     */
    void keepFor(Turnstile gate, long child, boolean wholeGroup);

    /** Returns true if a child dies with this process, because its units go to others when this process is killed. */
    boolean endsChildWithItself();

    /** Returns a line about what opening a turnstile has created, if anything. */
    Optional<String> created();

    /** Returns the operator of the turnstiles. */
    Operator operator();
}
