package dev.turnstile.algorithm.rung;

/**
 * One rung of a process's ladder: a contest among a group.
 *
 * @param level what {@code level(i)} is set to here; grows along the ladder
 * @param turn the cell of this rung's {@code turn}
 * @param from the first process of the group
 * @param to the first process behind the group
 * @param most whoever counts at most so many others of the group, at this level or above, goes on
 */
record Rung(int level, int turn, int from, int to, int most) {}
