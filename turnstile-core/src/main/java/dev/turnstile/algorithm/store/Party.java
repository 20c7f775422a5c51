package dev.turnstile.algorithm.store;

/**
 * A process of any machine, as people know it.
 *
 * @param pid its process id
 * @param host its machine, or the name that the machine was given
 * @param program its program, without its arguments
 */
public record Party(long pid, String host, String program) {
    @Override
    public String toString() {
        return program + " (process " + pid + " on " + host + ")";
    }
}
