package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * What may happen in the runs of a check, as far as it decides whether a property is defined there.
 *
 * <pre>{@code
 * new KDeadlock(2).undefinedWhere(conditions).ifPresent(reason -> refuse(reason));
 * }</pre>
 *
 * @param messages whether nodes send messages; else processes share memory
 * @param crashes how many participants may stop forever
 * @param kills whether processes may be killed, and come again
 * @param cancels whether waiters may give up
 * @param oneUnitEach whether every participant asks for one unit
 * @param anyStart whether runs begin in arbitrary configurations
 * @param compared whether the system is compared with another one
 */
public record Conditions(
        boolean messages,
        int crashes,
        boolean kills,
        boolean cancels,
        boolean oneUnitEach,
        boolean anyStart,
        boolean compared) {
    /** Why a property of processes that share memory is not defined here; empty if it is. */
    Optional<String> refuseMessages(Property property) {
        return messages
                ? Optional.of(property.name()
                        + " is defined for processes that share memory, not for nodes that send messages")
                : Optional.empty();
    }
}
