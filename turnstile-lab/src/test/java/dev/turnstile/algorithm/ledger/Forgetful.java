package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;

/** A ledger in which nobody clears up after the dead, for the checker to catch. */
public final class Forgetful implements Process.Mortal {
    private final int index;
    private final LedgerSystem system;
    private LedgerProcess process;

    /** The process of that index. */
    public Forgetful(LedgerSystem system, int index) {
        this.system = system;
        this.index = index;
        process = system.process(index);
    }

    @Override
    public void die() {
        process = system.process(index); // and what it held stays in the ledger
    }

    @Override
    public Region region() {
        return process.region();
    }

    @Override
    public void acquire(int units) {
        process.acquire(units);
    }

    @Override
    public void attempt(int units) {
        process.attempt(units);
    }

    @Override
    public void release() {
        process.release();
    }

    @Override
    public void cancel() {
        process.cancel();
    }

    @Override
    public Step step(Cells shared) {
        return process.step(shared);
    }

    @Override
    public int ahead(Cells shared) {
        return process.ahead(shared);
    }

    @Override
    public void state(Fields fields) {
        process.state(fields);
    }
}
