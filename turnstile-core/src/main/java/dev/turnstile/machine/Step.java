package dev.turnstile.machine;

/**
 * The outcome of one {@link Process#step}, which tells the runtime how to continue.
 *
 * <pre>{@code
 * Step step = process.step(shared);
 * while (step != Step.WAITS && process.region() == Region.TRYING) {
 *     step = process.step(shared);
 * }
 * }</pre>
 */
public enum Step {
    /** The commit failed ({@link Cells#replace}) and nothing happened. Call {@link Process#step} again. */
    REPEAT,
    /** The step was taken. */
    TAKEN,
    /**
     * The step was taken, and this process must wait. Its steps write nothing and lead to no other region until another
     * process changes the shared cells. That change may already have happened since this process began to look.
     */
    WAITS
}
