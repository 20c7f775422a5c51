/**
 * Properties that an algorithm must have, as values with a reason for failure.
 *
 * <p>Read {@link dev.turnstile.lab.property.Property} first, then its two kinds:
 * {@link dev.turnstile.lab.property.Invariant} with {@link dev.turnstile.lab.property.AtMost} as the simplest example,
 * and {@link dev.turnstile.lab.property.RunProperty} with {@link dev.turnstile.lab.property.NoLockout}.
 * {@link dev.turnstile.lab.property.LivenessJudge} is the graph of runs that run properties search.
 * {@link dev.turnstile.lab.property.KnownProperty} is how the command line finds a property by name.
 */
package dev.turnstile.lab.property;
