package dev.turnstile.algorithm.store;

import dev.turnstile.algorithm.ledger.LedgerProcess;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * Copies the machines of the store, and describes their states, by reflection: the machines themselves need no method
 * that only a search would call. Records are immutable here, and are shared.
 */
final class Machines {
    private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

    private final Map<Object, Object> copies = new IdentityHashMap<>();
    private Optional<Clerk> clerk = Optional.empty();

    private static List<Field> fields(Class<?> type) {
        return FIELDS.computeIfAbsent(
                type,
                key -> Stream.of(key.getDeclaredFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .peek(field -> field.setAccessible(true))
                        .toList());
    }

    static Object get(Object of, String name) {
        try {
            return field(of, name).get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static void set(Object of, String name, Object value) {
        try {
            field(of, name).set(of, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(Object of, String name) {
        return fields(of.getClass()).stream()
                .filter(field -> field.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    // ------------------------------------------------------------------------------------------------ copies

    SessionOwner copy(SessionOwner owner) {
        return fill(owner, new SessionOwner((SessionRecord) get(owner, "first"), (Lease) get(owner, "lease")));
    }

    @SuppressWarnings("unchecked") // the type of the field
    SessionWatcher copy(SessionWatcher watcher) {
        return fill(
                watcher, new SessionWatcher((long) get(watcher, "ownLease"), (java.util.function.LongFunction<Lease>)
                        get(watcher, "leases")));
    }

    /** Copies a clerk with its requests. */
    Clerk copy(Clerk original) {
        Clerk copy = new Clerk(
                new StoredLedger.Row((int) get(original, "member"), (SessionId) get(original, "self"), 0, 0),
                (boolean) get(original, "queues"),
                StoreProcess.ENTRIES);
        clerk = Optional.of(copy);
        fill(original, copy);
        return copy;
    }

    /**
     * Ends the copying of a clerk and of all that it shares with its driver: its numbers go on as the original's do.
     */
    void continueNumbers(Clerk original) {
        counter(clerk.orElseThrow())[0] = counter(original)[0];
    }

    private static int[] counter(Clerk of) {
        Object numbers = get(of, "numbers");
        return (int[]) fields(numbers.getClass()).stream()
                .filter(field -> field.getType() == int[].class)
                .map(field -> {
                    try {
                        return field.get(numbers);
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .findFirst()
                .orElseThrow();
    }

    /** Copies a request of the clerk that was copied before, once. */
    LedgerProcess copy(LedgerProcess request) {
        return (LedgerProcess) copyOf(request);
    }

    private <T> T fill(T from, T to) {
        copies.put(from, to);
        try {
            for (Field field : fields(from.getClass())) {
                Object value = field.get(from);
                if (!Modifier.isFinal(field.getModifiers())) {
                    field.set(to, copyOf(value));
                } else if (value instanceof long[] array) {
                    System.arraycopy(array, 0, field.get(to), 0, array.length);
                } else if (value instanceof Collection<?> collection) {
                    refill(field.get(to), collection);
                } else if (value instanceof Map<?, ?> map) {
                    refill(field.get(to), map);
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return to;
    }

    @SuppressWarnings("unchecked") // the same field of two objects of one type
    private void refill(Object to, Collection<?> from) {
        from.forEach(element -> ((Collection<Object>) to).add(copyOf(element)));
    }

    @SuppressWarnings("unchecked") // the same field of two objects of one type
    private void refill(Object to, Map<?, ?> from) {
        from.forEach((key, value) -> ((Map<Object, Object>) to).put(key, copyOf(value)));
    }

    private Object copyOf(Object value) {
        Object known = value == null ? null : copies.get(value);
        if (known != null) {
            return known;
        }
        return switch (value) {
            case Optional<?> optional -> optional.map(this::copyOf);
            case LinkedHashSet<?> set -> refilled(new LinkedHashSet<>(), set);
            case Set<?> set -> refilled(new HashSet<>(), set);
            case List<?> list -> refilled(new ArrayList<>(), list);
            case LinkedHashMap<?, ?> map -> {
                Map<Object, Object> copy = new LinkedHashMap<>();
                refill(copy, map);
                yield copy;
            }
            case LedgerProcess request ->
                fill(request, LedgerProcess.ofClerk(0, (IntSupplier) get(clerk.orElseThrow(), "numbers")));
            case null -> null;
            default -> isFlight(value) ? fill(value, newFlight(value)) : value;
        };
    }

    private Collection<Object> refilled(Collection<Object> to, Collection<?> from) {
        refill(to, from);
        return to;
    }

    private static boolean isFlight(Object value) {
        return value.getClass().getSimpleName().equals("Flight");
    }

    private Object newFlight(Object like) {
        try {
            var constructor = like.getClass().getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return constructor.newInstance(
                    get(like, "batch"), get(like, "base"), get(like, "next"), get(like, "wakes"), new ArrayList<>());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    // ------------------------------------------------------------------------------------------------ descriptions

    /** Describes a clerk completely, apart from the ledger in which it tries out moves. */
    static void describe(Clerk clerk, Values values, StringBuilder to) {
        to.append("clerk").append(counter(clerk)[0]);
        describeFields(clerk, values, to);
    }

    private static void describeFields(Object of, Values values, StringBuilder to) {
        try {
            for (Field field : fields(of.getClass())) {
                if (!field.isSynthetic()) {
                    to.append(' ');
                    describe(field.get(of), values, to);
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void describe(Object value, Values values, StringBuilder to) {
        switch (value) {
            case null -> to.append('-');
            case Optional<?> optional -> describe(optional.orElse(null), values, to);
            case StoredLedger turnstile -> to.append('t').append(values.of(turnstile));
            case LedgerProcess request -> describe(request, to);
            case LinkedHashSet<?> set -> describeAll(set, false, values, to);
            case Set<?> set -> describeAll(set, true, values, to);
            case List<?> list -> describeAll(list, false, values, to);
            case Map<?, ?> map -> to.append(map);
            case Record record -> to.append(record);
            case Boolean flag -> to.append(flag ? 'y' : 'n');
            case Number number -> to.append(number);
            case Enum<?> constant -> to.append(constant);
            default -> {
                if (isFlight(value)) {
                    describeFields(value, values, to.append('F'));
                }
            }
        }
    }

    private static void describeAll(Collection<?> all, boolean sorted, Values values, StringBuilder to) {
        String[] parts = new String[all.size()];
        int count = 0;
        for (Object element : all) {
            StringBuilder part = new StringBuilder();
            describe(element, values, part);
            parts[count++] = part.toString();
        }
        if (sorted) {
            Arrays.sort(parts);
        }
        to.append(Arrays.toString(parts));
    }

    static void describe(LedgerProcess request, StringBuilder to) {
        to.append("r").append(Long.toHexString(request.who()));
        for (String name : List.of("phase", "starts", "fence", "lost", "part", "made")) {
            to.append('/').append(get(request, name));
        }
    }

    /**
     * Describes an owner, with times relative to now and cut at the given age, from which on they make no difference.
     * Beats up to the one that the record has shown are past.
     */
    static void describe(SessionOwner owner, long shown, long now, long cut, StringBuilder to) {
        long beats = (long) get(owner, "beats");
        long[] sent = (long[]) get(owner, "unanswered");
        to.append(" owner ").append(owner.standing()).append(beats);
        for (long beat = shown + 1; beat <= beats; beat++) {
            to.append('/').append(Math.min(cut, now - sent[(int) (beat % sent.length)]));
        }
        to.append('=').append(Math.min(cut, now - (long) get(owner, "shown")));
    }

    /** Describes a watcher, with times relative to now and cut at the given age. Sights of another age are void. */
    static void describe(SessionWatcher watcher, long now, long cut, long ageMax, StringBuilder to) {
        Map<?, ?> sights = (Map<?, ?>) get(watcher, "sights");
        sights.entrySet().stream()
                .filter(sight -> now - (long) get(sight.getValue(), "last") < ageMax)
                .sorted((one, other) ->
                        one.getKey().toString().compareTo(other.getKey().toString()))
                .forEach(sight -> {
                    to.append(" sees ").append(sight.getKey());
                    to.append(get(sight.getValue(), "beats")).append(get(sight.getValue(), "status"));
                    to.append(Math.min(cut, now - (long) get(sight.getValue(), "since")))
                            .append('/');
                    to.append(Math.min(cut, now - (long) get(sight.getValue(), "last")));
                });
    }
}
