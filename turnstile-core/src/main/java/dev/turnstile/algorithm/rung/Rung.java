package dev.turnstile.algorithm.rung;

/**
 * One rung of a process's ladder: a contest among a group.
 *
 * @param level the value of {@code level(i)} here, which grows along the ladder
 * @param turn the cell of this rung's {@code turn}
 * @param from the first process of the group
 * @param to the first process after the group
 * @param most the number of others of the group, at this level or above, up to which a process goes on
 */
record Rung(int level, int turn, int from, int to, int most) {}
