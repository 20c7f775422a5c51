/** The self-stabilising tree of datta-2009: units that circulate, and what keeps their number right. */
package dev.turnstile.algorithm.tree;
