package dev.turnstile.lab.property;

/**
 * Every move is well defined: no machine throws, and no variable leaves the domain that was declared for it. Always judged.
 *
 * <pre>{@code
 * new WellDefined().sentence();
 * }</pre>
 */
public record WellDefined() implements Property {
    @Override
    public String name() {
        return "well-defined";
    }

    @Override
    public String sentence() {
        return "no move fails and every variable stays in its domain";
    }
}
