package dev.turnstile.lab.explore;

import java.util.function.Supplier;

/**
 * Creates the systems of a check, one for each thread. The first system is inspected before the search begins and is
 * then explored as well, because a system can take long to build.
 */
final class Systems<S> implements Supplier<S> {
    private final Supplier<? extends S> maker;
    private S first; // null until inspected
    private boolean given;

    Systems(Supplier<? extends S> maker) {
        this.maker = maker;
    }

    /** Returns the first system, for inspection only. */
    synchronized S first() {
        if (first == null) {
            first = maker.get();
        }
        return first;
    }

    /** Returns a system that no other thread explores. */
    @Override
    public synchronized S get() {
        if (given) {
            return maker.get();
        }
        given = true;
        return first();
    }
}
