package dev.turnstile.conformance;

/**
 * What some drivers can do, or some algorithms on them, and others can't. What is not here, every turnstile must do.
 *
 * <pre>{@code
 * @Override
 * public Set<Ability> abilities() {
 *     return EnumSet.of(Ability.SHARING); // no order, one unit for each caller, a fixed limit
 * }
 * }</pre>
 */
public enum Ability {
    /** Callers enter in the order of their arrival, and futures complete in the order of their calls. */
    ORDER,

    /**
     * As many callers can stay inside as the limit says. Without it, a holder can keep another caller out although
     * units are free, so tests in which callers stay inside use turnstiles with a limit of 1.
     */
    SHARING,

    /**
     * A request can be for several units, the limit can change, and there is a view as a semaphore. Needs
     * {@link #SHARING}.
     */
    UNITS,

    /** An operator can take permits away from their holders: {@link TurnstileConformance#takeAway}. */
    REVOCATION
}
