package dev.turnstile.lab.property;

/**
 * Equivalence of two systems, fischer-1985, section 3.2: after every finite schedule all processes of the one are in the same
 * regions as those of the other.
 *
 * <pre>{@code
 * new Equivalent().sentence();
 * }</pre>
 */
public record Equivalent() implements Property {
    @Override
    public String name() {
        return "equivalence";
    }

    @Override
    public String sentence() {
        return "after every schedule all processes are in the same regions in both systems";
    }
}
