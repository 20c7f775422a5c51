package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;

/**
 * Reads and writes a {@link Ledger} that a {@link LedgerRegister} keeps. Has no use for cells. Not thread-safe.
 *
 * <pre>{@code
 * Pen pen = new ValuePen(register, 512);
 * }</pre>
 */
public final class RegisterWriter implements LedgerWriter {
    private final LedgerRegister register;
    private final Ledger ledger;
    private LedgerValue seen = LedgerValue.empty(0, 1);

    /** Writes to that register, a ledger of at most so many entries. */
    public RegisterWriter(LedgerRegister register, int entries) {
        this.register = register;
        ledger = new Ledger(entries);
    }

    @Override
    public void read(Cells shared) {
        seen = register.read();
        seen.copyTo(ledger);
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public Commit commit(Cells shared) {
        ledger.version(seen.version() + 1);
        return register.replace(seen, LedgerValue.of(ledger));
    }
}
