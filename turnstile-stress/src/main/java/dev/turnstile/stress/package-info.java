/**
 * Stress tests of the thread driver: jcstress races, one class per guarantee, and a long random run whose history is
 * checked afterwards. The module's README has the commands.
 *
 * <p>Read {@code Gates} first, then any of the races, such as {@link dev.turnstile.stress.CloseTwice}. Then read
 * {@link dev.turnstile.stress.RandomRun}.
 */
package dev.turnstile.stress;
