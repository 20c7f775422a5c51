package dev.turnstile.lab.explore;

import java.util.function.Supplier;

/**
 * Makes the systems of a check, one for each thread. The first of them is looked at before the search begins, and is
 * then the first to be explored: a system may take long to build.
 */
final class Systems<S> implements Supplier<S> {
    private final Supplier<? extends S> maker;
    private S first; // null until looked at
    private boolean given;

    Systems(Supplier<? extends S> maker) {
        this.maker = maker;
    }

    /** The first one, to be looked at only. */
    synchronized S first() {
        if (first == null) {
            first = maker.get();
        }
        return first;
    }

    /** One that nobody else explores. */
    @Override
    public synchronized S get() {
        if (given) {
            return maker.get();
        }
        given = true;
        return first();
    }
}
