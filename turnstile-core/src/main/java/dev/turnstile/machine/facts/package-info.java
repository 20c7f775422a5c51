/**
 * What only a lab asks of a system: facts about it that let an explorer or a simulator do its work. A driver asks for
 * none of them, and a system without any runs all the same.
 *
 * <p>Read {@link dev.turnstile.machine.facts.NodeFacts} first, then {@link dev.turnstile.machine.facts.ProcessFacts}.
 */
package dev.turnstile.machine.facts;
