/**
 * The self-stabilising tree of datta-2009: units circulate as tokens, and a controller keeps their number right.
 *
 * <p>Read {@link dev.turnstile.algorithm.tree.OrientedTree} first for the path of the tokens, and
 * {@link dev.turnstile.algorithm.tree.TreeStage} for what each kind of token is for. Then read {@code TreeProcess},
 * which is the algorithm, and {@link dev.turnstile.algorithm.tree.Tree}, the system of such processes.
 * {@link dev.turnstile.algorithm.tree.RootedNetwork} runs the same processes on a network in which they find the tree
 * themselves.
 */
package dev.turnstile.algorithm.tree;
