/**
 * Runs the nodes of a message-passing algorithm for real callers. All nodes of a system can be in one JVM, or one of
 * them in each of several.
 *
 * <p>Read {@link dev.turnstile.driver.nodes.NodeRuntime} first: it assigns each caller a node until the caller has
 * left. Then read {@link dev.turnstile.driver.nodes.Transport}, which carries the messages between nodes, and
 * {@link dev.turnstile.driver.nodes.NodeTurnstile}, the turnstile for the threads of one JVM.
 */
package dev.turnstile.driver.nodes;
