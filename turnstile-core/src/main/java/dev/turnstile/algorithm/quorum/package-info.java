/** Sets of nodes every two of which meet, for algorithms that ask one such set instead of everybody. */
package dev.turnstile.algorithm.quorum;
