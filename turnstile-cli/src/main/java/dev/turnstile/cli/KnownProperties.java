package dev.turnstile.cli;

import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.lab.property.AtLeast;
import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.Equivalent;
import dev.turnstile.lab.property.FifoEnabling;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.KDeadlock;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Stabilises;
import dev.turnstile.lab.property.TokensConserved;
import dev.turnstile.lab.property.WaitsAtMost;
import dev.turnstile.lab.property.WellDefined;
import dev.turnstile.lab.property.Winners;
import dev.turnstile.machine.ProcessSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The properties that can be asked for by name, and those that are checked when none is. */
final class KnownProperties {
    private static final Equivalent EQUIVALENT = new Equivalent();
    private static final String WAITING = new WaitsAtMost(0).name();

    /** Those that only one of the two models has. */
    private static final List<String> ELSEWHERE =
            List.of("fifo", "no-k-deadlock", "winners", "granted", "tokens", "stabilises", "inclusion");

    /** Names that say the opposite of what holds: what they were called before. */
    private static final Set<String> WITHOUT_NO = Set.of("lockout", "deadlock", "k-deadlock");

    private KnownProperties() {}

    private static List<Property> all(Setting setting) {
        return setting.system().map(KnownProperties::ofProcesses).orElseGet(() -> ofNodes(setting));
    }

    private static List<Property> ofProcesses(ProcessSystem system) {
        int places = system.places();
        return List.of(
                new WellDefined(),
                new AtMost(places),
                new Winners(contests(system)),
                new KDeadlock(places),
                new FifoEnabling(),
                new Deadlock(),
                new NoLockout());
    }

    private static List<Property> ofNodes(Setting setting) {
        List<Property> all = new ArrayList<>(List.of(
                new WellDefined(),
                new AtMost(setting.places()),
                new TokensConserved(setting.tokens()),
                new Granted(setting.floor()),
                new Deadlock(setting.floor()),
                new NoLockout(setting.floor()),
                new Stabilises(setting.tokens(), setting.places())));
        if (setting.floor() > 0 && setting.insideAtFirst() >= setting.floor()) {
            all.add(2, new AtLeast(setting.floor()));
        }
        return all;
    }

    private static List<ProcessSystem.Contest> contests(ProcessSystem system) {
        return system instanceof ProcessSystem.Contested contested ? contested.contests() : List.of();
    }

    /** What to check: what was asked for, else what makes sense; and equivalence, where there is something to compare. */
    static List<Property> wanted(Optional<List<String>> names, Setting setting) {
        List<Property> wanted = new ArrayList<>();
        if (setting.reference().isPresent()) {
            wanted.add(EQUIVALENT);
        }
        if (names.isPresent()) {
            names.get().stream()
                    .map(name -> WITHOUT_NO.contains(name) ? "no-" + name : name)
                    .distinct()
                    .filter(name ->
                            !name.equals(WAITING) || setting.waitsAtMost().isEmpty())
                    .forEach(name -> wanted.add(find(name, setting)));
        } else if (wanted.isEmpty()) {
            wanted.addAll(unlessTold(setting));
        }
        setting.waitsAtMost().ifPresent(entries -> wanted.add(new WaitsAtMost(entries)));
        return wanted;
    }

    private static List<Property> unlessTold(Setting setting) {
        return all(setting).stream()
                .filter(property -> isDefined(property, setting))
                .toList();
    }

    /**
     * k-deadlock, as the paper has it, knows neither waiters that give up, nor others who clear up, nor more than one unit each. It lets a schedule leave
     * out any number of those who try, which an algorithm with contests can't bear: that one promises no lockout instead.
     */
    private static boolean isDefined(Property property, Setting setting) {
        return switch (property) {
            case KDeadlock _ ->
                !setting.cancels()
                        && !setting.kills()
                        && setting.allAskForOne()
                        && setting.system()
                                .filter(ProcessSystem.Contested.class::isInstance)
                                .isEmpty();
            case FifoEnabling _ -> setting.algorithm().fifo();
            case Winners(var contests) -> !contests.isEmpty();
            case TokensConserved(long tokens) ->
                tokens > 0 && setting.crashes() == 0 && setting.start().isEmpty() && !setting.stabilises();
            case Stabilises _ -> setting.stabilises() && setting.crashes() == 0;
            case AtMost _ -> !setting.stabilises() || setting.start().isEmpty();
            case WaitsAtMost _ -> false;
            case WellDefined _, AtLeast _, Granted _, Deadlock _, NoLockout _, Equivalent _ -> true;
        };
    }

    private static Property find(String name, Setting setting) {
        List<Property> all = all(setting);
        Property found = all.stream()
                .filter(property -> property.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(name, all)));
        if (found instanceof Winners(var contests) && contests.isEmpty()) {
            throw new IllegalArgumentException(setting.algorithm().name()
                    + " has no contests on the way in that could have winners; the rung algorithms have");
        }
        if (found instanceof TokensConserved && !isDefined(found, setting)) {
            throw new IllegalArgumentException("tokens can be counted where there are always as many, nobody stops, and"
                    + " the start is the usual one");
        }
        if (found instanceof Stabilises && (setting.tokens() == 0 || setting.crashes() > 0)) {
            throw new IllegalArgumentException(
                    "whether it stabilises is seen by its tokens: there must be some, and nobody may stop");
        }
        return found;
    }

    private static String unknown(String name, List<Property> all) {
        if (name.equals(EQUIVALENT.name())) {
            return "equivalence needs something to compare with: --equivalent-to ALGORITHM";
        }
        if (name.equals(WAITING)) {
            return "waiting needs a number of entries: --waits-at-most W";
        }
        if (name.equals("inclusion") && all.stream().anyMatch(Granted.class::isInstance)) {
            return "inclusion needs a floor, and as many inside at first: -l L, of an algorithm that is a window";
        }
        if (ELSEWHERE.contains(name)) {
            return name
                    + " is defined for algorithms with shared memory, or for those with messages, but not for this one";
        }
        List<String> names = all.stream().map(Property::name).toList();
        return "no property is called '" + name + "'" + Catalogue.didYouMean(name, names) + " There are: "
                + String.join(", ", names);
    }
}
