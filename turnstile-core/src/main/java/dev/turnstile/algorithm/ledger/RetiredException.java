package dev.turnstile.algorithm.ledger;

/** Thrown when the ledger is permanently out of use. A process that still has it open must open it again. */
public final class RetiredException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    RetiredException() {
        super("it was replaced by a new one in the meantime; open it again");
    }
}
