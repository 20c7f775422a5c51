package dev.turnstile.driver.store;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.store.StoredLedger;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Changes a turnstile in its store outside of any batch: opening it, changing its limit, what operators do. Such a
 * change can be made again without harm, so after a conflict or an unknown outcome it is.
 */
final class Edits {
    private static final int PAUSE_MAX = 20;

    private final Store store;
    private final String name;
    private final Duration patience;
    private final boolean mayLose;
    private final Register register;

    /** Creates edits of this turnstile, which give up if the store has not answered for this long. */
    Edits(Store store, String name, Duration patience) {
        this(store, name, patience, false);
    }

    private Edits(Store store, String name, Duration patience, boolean mayLose) {
        this.store = store;
        this.name = name;
        this.patience = patience;
        this.mayLose = mayLose;
        register = store.register(TurnstileKeys.turnstile(name));
    }

    /** Returns edits that give up after this long, also if only other clients have been in the way. */
    Edits within(Duration limit) {
        return new Edits(store, name, limit, true);
    }

    /** A change: what to write, if anything, and its result. */
    record Edit<T>(boolean writes, T result) {
        static <T> Edit<T> nothing(T result) {
            return new Edit<>(false, result);
        }

        static <T> Edit<T> of(T result) {
            return new Edit<>(true, result);
        }
    }

    /**
     * The result of a change.
     *
     * @param result what the change returned
     * @param value the turnstile afterwards
     * @param seen the same, as the store has it
     */
    record Changed<T>(T result, StoredLedger value, Versioned seen) {}

    /** Reads the turnstile, if there is one. */
    Optional<StoredLedger> read() throws StoreException {
        return decode(register.read());
    }

    /** A call that may be repeated. */
    interface Call<T> {
        /** Makes the call. Empty: repeat it. */
        Optional<T> make() throws StoreException;
    }

    /** Repeats a call until it has an answer, or patience ends. An interrupt does not end it. */
    static <T> T repeat(Duration patience, Call<T> call) throws StoreException {
        long begun = System.nanoTime();
        boolean interrupted = false;
        try {
            for (int attempt = 0; ; attempt++) {
                try {
                    Optional<T> answer = call.make();
                    if (answer.isPresent()) {
                        return answer.get();
                    }
                } catch (StoreException noAnswer) {
                    if (System.nanoTime() - begun > patience.toNanos()) {
                        throw noAnswer;
                    }
                }
                interrupted |= pause(attempt);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    Optional<StoredLedger> decode(Versioned value) {
        try {
            return value.isAbsent() ? Optional.empty() : Optional.of(StoredLedger.of(value.value()));
        } catch (DamagedException damaged) {
            throw new TurnstileUnusableException("'" + name + "' in " + store + " cannot be used: "
                    + damaged.getMessage() + "; run 'turnstile doctor " + name + "'");
        }
    }

    /** Makes a change to an existing turnstile, or to the given one if there is none. Empty if there is neither. */
    <T> Optional<Changed<T>> change(
            Supplier<Optional<StoredLedger>> otherwise, Function<StoredLedger.Draft, Edit<T>> edit)
            throws StoreException {
        Ledger ledger = new Ledger(StoredLedger.ENTRIES_MAX);
        long begun = System.nanoTime();
        boolean[] hasLost = {false};
        return repeat(patience, () -> {
            if (hasLost[0] && mayLose && System.nanoTime() - begun > patience.toNanos()) {
                throw new StoreException("'" + name + "' in " + store + " is busy");
            }
            Attempt<T> attempt = new Attempt<>(otherwise, edit, ledger);
            Replaced answer = hasLost[0] && store.traits().queues()
                    ? attempt.underLock() // or a client with a long way would lose every race
                    : attempt.make();
            return switch (answer) {
                case Replaced.Applied(Versioned now) -> Optional.of(attempt.result(now));
                case Replaced.Conflict() -> {
                    hasLost[0] = true;
                    yield Optional.empty();
                }
                case Replaced.Unknown(String why) ->
                    throw new StoreException("'" + name + "' in " + store + " could not be changed: " + why);
            };
        });
    }

    /** One attempt to make a change. */
    private final class Attempt<T> {
        private final Supplier<Optional<StoredLedger>> otherwise;
        private final Function<StoredLedger.Draft, Edit<T>> edit;
        private final Ledger ledger;
        private Optional<T> made = Optional.empty();
        private Optional<StoredLedger> next = Optional.empty();

        Attempt(Supplier<Optional<StoredLedger>> otherwise, Function<StoredLedger.Draft, Edit<T>> edit, Ledger ledger) {
            this.otherwise = otherwise;
            this.edit = edit;
            this.ledger = ledger;
        }

        Replaced make() throws StoreException {
            Versioned seen = register.read();
            Optional<NextValue> value = next(seen);
            return value.isPresent() ? register.replace(seen, value.get()) : new Replaced.Applied(seen);
        }

        Replaced underLock() {
            try {
                return register.update(current -> next(current).orElseThrow(() -> new NothingToWrite(current)));
            } catch (NothingToWrite none) {
                return new Replaced.Applied(none.current);
            }
        }

        /** Returns the value to write; empty if there is nothing to change. */
        private Optional<NextValue> next(Versioned seen) {
            Optional<StoredLedger> base = decode(seen).or(otherwise);
            made = Optional.empty();
            next = base;
            if (base.isEmpty()) {
                return Optional.empty();
            }
            StoredLedger.Draft draft = new StoredLedger.Draft(base.get(), ledger);
            Edit<T> its = edit.apply(draft);
            made = Optional.of(its.result());
            if (!its.writes()) {
                return Optional.empty();
            }
            next = Optional.of(draft.next());
            return Optional.of(new NextValue(checked(next.get().bytes()), true));
        }

        Optional<Changed<T>> result(Versioned now) {
            return made.map(result -> new Changed<>(result, next.orElseThrow(), now));
        }
    }

    /** Ends an update under the store's lock without a change. */
    private static final class NothingToWrite extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Versioned current;

        NothingToWrite(Versioned current) {
            super("nothing to change", null, false, false);
            this.current = current;
        }
    }

    byte[] checked(byte[] value) {
        if (value.length > store.traits().valueMax()) {
            throw new IllegalStateException("'" + name + "' would take " + value.length + " bytes, and " + store
                    + " keeps at most " + store.traits().valueMax() + "; use fewer holders and waiters at once");
        }
        return value;
    }

    /** Lets other clients go first. Returns true if this thread was interrupted meanwhile. */
    private static boolean pause(int attempt) {
        try {
            Thread.sleep(Math.min(PAUSE_MAX, attempt));
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
