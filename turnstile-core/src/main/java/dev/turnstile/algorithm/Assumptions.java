package dev.turnstile.algorithm;

import java.util.List;

/** Assumptions that many message-passing algorithms share, for the entries of a catalogue. */
public final class Assumptions {
    /** The assumption about the network. */
    public static final String CHANNELS = "reliable channels, FIFO from each node to each other node";

    /** The assumptions about the network and the nodes. */
    public static final List<String> NODES = List.of(CHANNELS, "n nodes, k <= n, and no crashes");

    private Assumptions() {}
}
