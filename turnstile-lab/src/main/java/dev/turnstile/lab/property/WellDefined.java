package dev.turnstile.lab.property;

/**
 * Every move is well defined: no machine throws, and no variable leaves the domain that was declared for it. Always
 * judged.
 *
 * <pre>{@code
 * new WellDefined().sentence();
 * }</pre>
 */
public record WellDefined() implements Property {
    /** How to ask for it. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere("well-defined", checked -> new WellDefined());

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "no move fails and every variable stays in its domain";
    }
}
