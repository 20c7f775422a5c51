package dev.turnstile.algorithm.permission;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;

/** A system whose nodes ask everybody. */
abstract class Everybody<M extends Message> implements NodeSystem<M> {
    final int n;
    final int k;
    private final Class<M> messages;

    Everybody(int nodes, int places, Class<M> messages) {
        Requests.checkSize(nodes, places);
        n = nodes;
        k = places;
        this.messages = messages;
    }

    @Override
    public final int nodes() {
        return n;
    }

    @Override
    public final int places() {
        return k;
    }

    @Override
    public final Class<M> messages() {
        return messages;
    }

    /** The same to all others, in their order. */
    final void tellAll(int sender, M message, Outbox<M> out) {
        for (int j = 0; j < n; j++) {
            if (j != sender) {
                out.send(j, message);
            }
        }
    }
}
