package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * What may happen in the runs of a check. A property can be undefined under some conditions.
 *
 * <pre>{@code
 * Optional<String> reason = new KDeadlock(2).undefinedWhere(conditions); // empty if it is defined
 * }</pre>
 *
 * @param messages whether nodes send messages; otherwise processes share memory
 * @param crashes how many participants may crash
 * @param kills whether processes may be killed and restarted
 * @param cancels whether waiters may give up
 * @param oneUnitEach whether every participant requests one unit
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
    /** Returns why a property of shared memory is undefined under these conditions, or empty if it is defined. */
    Optional<String> refuseMessages(Property property) {
        return messages
                ? Optional.of(property.name()
                        + " is defined for processes that share memory, not for nodes that send messages")
                : Optional.empty();
    }
}
