package dev.turnstile.lab.explore;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.property.AtLeast;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Checked;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.KDeadlock;
import dev.turnstile.lab.property.KnownProperty;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Stabilises;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.property.WaitsAtMost;
import dev.turnstile.lab.property.WellDefined;
import dev.turnstile.lab.property.Winners;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The registry of properties that can be selected by name.
 *
 * <pre>{@code
 * List<Property> wanted = KnownProperties.wanted(Optional.of(List.of("exclusion", "no-lockout")), checked);
 * }</pre>
 */
public final class KnownProperties {
    /** All properties, in the order in which they are checked and listed. */
    public static final List<KnownProperty> ALL = List.of(
            Equivalent.KNOWN,
            WellDefined.KNOWN,
            AtMost.KNOWN,
            AtLeast.KNOWN,
            Winners.KNOWN,
            TokensConserved.KNOWN,
            Granted.KNOWN,
            KDeadlock.KNOWN,
            FifoEnabling.KNOWN,
            Deadlock.KNOWN,
            NoLockout.KNOWN,
            Stabilises.KNOWN,
            WaitsAtMost.KNOWN);

    private static final List<KnownProperty> WITH_AN_OPTION = List.of(Equivalent.KNOWN, WaitsAtMost.KNOWN);

    private KnownProperties() {}

    /** Returns the list of properties for the help. */
    static String help() {
        return "Properties that must hold: "
                + String.join(
                        ", ",
                        names(known -> !known.isOfMessages()).stream()
                                .map(name -> name.equals(WellDefined.KNOWN.name()) ? name + " (always checked)" : name)
                                .toList())
                + "; with messages also " + listed(names(KnownProperty::isOfMessages)) + ", but not "
                + listed(names(KnownProperty::isOfSharedMemory))
                + ". 'turnstile list --properties' explains them. The older names k-deadlock, deadlock and lockout are"
                + " accepted.";
    }

    private static List<String> names(Predicate<KnownProperty> which) {
        return ALL.stream()
                .filter(known -> !WITH_AN_OPTION.contains(known) && which.test(known))
                .map(KnownProperty::name)
                .toList();
    }

    private static String listed(List<String> names) {
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }

    /**
     * Returns the properties to check: those selected, or by default those that make sense. Properties with an option
     * of their own are added if that option is set.
     *
     * @throws IllegalArgumentException if a name is unknown or makes no sense there; the message says which do
     */
    public static List<Property> wanted(Optional<List<String>> names, Checked checked) {
        Set<Property> wanted = new LinkedHashSet<>();
        boolean compared = Equivalent.KNOWN.isThere(checked);
        if (compared) {
            wanted.add(Equivalent.KNOWN.of(checked));
        }
        if (names.isPresent()) {
            names.get().forEach(name -> wanted.add(find(name, checked).of(checked)));
        } else if (!compared) {
            ALL.stream()
                    .filter(known -> known.isDefault(checked) && !WITH_AN_OPTION.contains(known))
                    .forEach(known -> wanted.add(known.of(checked)));
        }
        if (WaitsAtMost.KNOWN.isThere(checked)) {
            Property waits = WaitsAtMost.KNOWN.of(checked);
            wanted.remove(waits);
            wanted.add(waits);
        }
        return List.copyOf(wanted);
    }

    /**
     * Finds a property by name. Some names once said the opposite of what holds, so lockout is understood as
     * no-lockout.
     */
    private static KnownProperty find(String name, Checked checked) {
        return ALL.stream()
                .filter(known -> known.name().equals(name) || known.name().equals("no-" + name))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> names = ALL.stream()
                            .filter(known -> known.isThere(checked))
                            .map(KnownProperty::name)
                            .toList();
                    return new IllegalArgumentException("no property is called '" + name + "'"
                            + Catalogue.didYouMean(name, names) + " There are: " + String.join(", ", names));
                });
    }
}
