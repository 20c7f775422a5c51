package dev.turnstile.lab.property;

/** Every move is well defined: no machine throws, and no variable leaves its declared domain. This is always judged. */
public record WellDefined() implements Property {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere("well-defined", checked -> new WellDefined())
            .explained("no move fails, and every variable stays in its domain", "always checked");

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "no move fails and every variable stays in its domain";
    }
}
