package dev.turnstile.conformance;

/**
 * An ability that some drivers, or some algorithms on them, have and others lack. Every turnstile must do what is not
 * listed here.
 *
 * <pre>{@code
 * @Override
 * public Set<Ability> abilities() {
 *     return EnumSet.of(Ability.SHARING); // no order, one unit per caller, a fixed limit
 * }
 * }</pre>
 */
public enum Ability {
    /** Callers enter in the order of their arrival, and futures complete in the order of their calls. */
    ORDER,

    /**
     * As many callers can stay inside as the limit allows. Without it, a holder can keep another caller out although
     * units are free, so tests in which callers stay inside use turnstiles with a limit of 1.
     */
    SHARING,

    /**
     * A request can be for several units, the limit can change, and there is a semaphore view. Needs {@link #SHARING}.
     */
    UNITS,

    /** An operator can revoke permits: {@link TurnstileConformance#takeAway}. */
    REVOCATION
}
