package dev.turnstile.machine;

/**
 * What became of one {@link Process#step}: what whoever runs a process needs to know to run it well.
 *
 * <pre>{@code
 * Step step = process.step(shared);
 * while (step != Step.WAITS && process.region() == Region.TRYING) {
 *     step = process.step(shared);
 * }
 * }</pre>
 */
public enum Step {
    /** The commit failed ({@link Cells#replace}) and nothing happened: to be called again. */
    REPEAT,
    /** It was taken. */
    TAKEN,
    /**
     * It was taken, and showed that this process must wait: its steps write nothing and lead to no other region, until
     * somebody else changes the shared cells, or has changed them since this process began to look.
     */
    WAITS
}
