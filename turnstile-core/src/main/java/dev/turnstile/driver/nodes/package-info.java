/**
 * Runs the nodes of a message-passing algorithm for real callers: {@link dev.turnstile.driver.nodes.NodeRuntime} gives
 * each caller a node of its own for a while, and a {@link dev.turnstile.driver.nodes.Transport} carries what the nodes
 * send each other. All nodes of a system can be in one JVM, or one of them in each of several.
 */
package dev.turnstile.driver.nodes;
