package dev.turnstile.lab.property;

import java.util.Optional;

/**
 * Equivalence of two systems (fischer-1985, section 3.2): after every finite schedule, each process is in the same
 * region in both systems.
 */
public record Equivalent() implements Property {
    /** The entry of this property in the registry. */
    public static final KnownProperty KNOWN = KnownProperty.everywhere("equivalence", checked -> new Equivalent())
            .onlyIf(
                    checked -> checked.conditions().compared(),
                    "equivalence needs something to compare with: --equivalent-to ALGORITHM")
            .explained(
                    "after every schedule, all processes are in the same regions as those of another algorithm",
                    "shared memory, with --equivalent-to");

    @Override
    public String name() {
        return KNOWN.name();
    }

    @Override
    public String sentence() {
        return "after every schedule all processes are in the same regions in both systems";
    }

    @Override
    public Optional<String> undefinedWhere(Conditions conditions) {
        return conditions.messages() || conditions.compared()
                ? conditions.refuseMessages(this)
                : Optional.of("equivalence needs another system to compare with");
    }
}
