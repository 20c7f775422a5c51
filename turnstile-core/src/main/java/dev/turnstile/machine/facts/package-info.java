/**
 * Facts about a system that only a lab needs: they let an explorer or a simulator do its work. Drivers use none of
 * them, and a system without any still runs.
 *
 * <p>Read {@link dev.turnstile.machine.facts.NodeFacts} first, then {@link dev.turnstile.machine.facts.ProcessFacts}.
 */
package dev.turnstile.machine.facts;
