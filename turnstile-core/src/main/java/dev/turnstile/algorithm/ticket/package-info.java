/**
 * The ticket family of fischer-1985: four algorithms, each a refinement of the one before, which admit the same
 * processes in the same order after every schedule. Queue keeps the whole line in shared memory; Numbered Ticket keeps
 * two counters that grow for ever; Unbounded Colored Ticket splits each counter into a bounded value and an unbounded
 * color; Colored Ticket needs k+1 colors only.
 *
 * <p>Each keeps its shared memory in one 64-bit cell, so that one atomic access is one transaction of the paper.
 */
package dev.turnstile.algorithm.ticket;
