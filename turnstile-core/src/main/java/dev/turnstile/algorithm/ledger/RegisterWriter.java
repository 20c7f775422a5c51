package dev.turnstile.algorithm.ledger;

import dev.turnstile.machine.Cells;

/** A writer for a {@link Ledger} in a {@link LedgerRegister}. It ignores the shared cells. Not thread-safe. */
public final class RegisterWriter implements LedgerWriter {
    private final LedgerRegister register;
    private final Ledger ledger;
    private LedgerValue seen = LedgerValue.empty(0, 1);

    /** Creates a writer to this register, for a ledger of at most {@code entries} entries. */
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
