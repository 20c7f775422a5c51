/**
 * The ticket family of fischer-1985: four algorithms, each a refinement of the one before. After every schedule, all
 * four admit the same processes in the same order. Each keeps its shared memory in one 64-bit cell, so that one atomic
 * access is one transaction of the paper.
 *
 * <p>Read {@code PhasedProcess} first, then the algorithms in the order of refinement:
 *
 * <ol>
 *   <li>{@link dev.turnstile.algorithm.ticket.Queue} keeps the whole line in shared memory.
 *   <li>{@link dev.turnstile.algorithm.ticket.NumberedTicket} keeps two counters that grow forever.
 *   <li>{@link dev.turnstile.algorithm.ticket.UnboundedColoredTicket} splits each counter into a bounded value and an
 *       unbounded color.
 *   <li>{@link dev.turnstile.algorithm.ticket.ColoredTicket} needs k+1 colors only.
 * </ol>
 */
package dev.turnstile.algorithm.ticket;
