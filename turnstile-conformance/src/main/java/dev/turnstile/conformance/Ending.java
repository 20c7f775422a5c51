package dev.turnstile.conformance;

/**
 * How a call ended that was interrupted meanwhile.
 *
 * @param thrown the simple name of the exception that it threw; empty if it returned
 * @param interrupted whether the interrupt status was set afterwards
 */
record Ending(String thrown, boolean interrupted) {
    /** An interrupt is either thrown, or kept in the status. */
    boolean losesTheInterrupt() {
        return interrupted == thrown.equals("InterruptedException");
    }

    /** Makes the call, on this thread, and clears its interrupt status. */
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
