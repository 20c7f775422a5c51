package dev.turnstile.conformance;

/**
 * The outcome of a call during which the thread was interrupted.
 *
 * @param thrown the simple name of the exception that it threw; empty if it returned
 * @param interrupted whether the interrupt status was set afterwards
 */
record Ending(String thrown, boolean interrupted) {
    /**
     * Returns true if the interrupt was lost. Either {@code InterruptedException} must be thrown, or the interrupt
     * status kept, but not both.
     */
    boolean losesTheInterrupt() {
        return interrupted == thrown.equals("InterruptedException");
    }

    /** Makes the call on this thread, then clears the thread's interrupt status. */
    static Ending of(Fixture.Call call) {
        String thrown = "";
        try {
            call.make();
        } catch (InterruptedException | RuntimeException ended) {
            thrown = ended.getClass().getSimpleName();
        }
        return new Ending(thrown, Thread.interrupted());
    }
}
