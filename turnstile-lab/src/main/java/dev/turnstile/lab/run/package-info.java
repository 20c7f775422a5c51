/**
 * Real machines, moved step by step: what the explorer, the simulator, traces and the command line share.
 *
 * <p>Read {@link dev.turnstile.lab.run.Move} first: what can happen. A {@link dev.turnstile.lab.run.Stage} is one
 * configuration of an algorithm on which moves are made one after another; {@code ProcessStage} and {@code NodeStage}
 * are its two models. {@code World} is the shared-memory configuration that the explorer packs into bits.
 */
package dev.turnstile.lab.run;
