package dev.turnstile.algorithm;

import java.util.List;

/** What many message-passing algorithms assume, for the entries of a catalogue. */
public final class Assumptions {
    /** Of the network. */
    public static final String CHANNELS = "reliable channels, FIFO from each node to each other one";

    /** Of the network and of the nodes. */
    public static final List<String> NODES = List.of(CHANNELS, "n nodes, k <= n, and nobody stops");

    private Assumptions() {}
}
