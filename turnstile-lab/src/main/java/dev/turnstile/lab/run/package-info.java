/**
 * Real machines, moved step by step. The explorer, the simulator, traces and the command line share this package.
 *
 * <p>Read {@link dev.turnstile.lab.run.Move} first: it lists what can happen. Then read
 * {@link dev.turnstile.lab.run.Stage}, one configuration of an algorithm on which moves are made one after another.
 * {@code ProcessStage} and {@code NodeStage} implement it for the two models. {@code World} is the shared-memory
 * configuration that the explorer packs into bits.
 */
package dev.turnstile.lab.run;
