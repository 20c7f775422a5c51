package dev.turnstile.lab.explore;

import java.util.Arrays;

/**
 * One node's part of a configuration: how many requests it may still make, its variables, and the messages in flight
 * from it to each other node, as numbers, oldest first.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record NodeState(int requestsLeft, long[] variables, int[][] channels) {
    /** Returns the state as one row of numbers. {@link #read} needs to know how many variables there are. */
    long[] write() {
        int messages =
                Arrays.stream(channels).mapToInt(channel -> channel.length).sum();
        long[] row = new long[1 + variables.length + channels.length + messages];
        row[0] = requestsLeft;
        System.arraycopy(variables, 0, row, 1, variables.length);
        int at = 1 + variables.length;
        for (int[] channel : channels) {
            row[at++] = channel.length;
            for (int message : channel) {
                row[at++] = message;
            }
        }
        return row;
    }

    static NodeState read(long[] row, int variables, int nodes) {
        int[][] channels = new int[nodes][];
        int at = 1 + variables;
        for (int to = 0; to < nodes; to++) {
            channels[to] = new int[(int) row[at++]];
            for (int i = 0; i < channels[to].length; i++) {
                channels[to][i] = (int) row[at++];
            }
        }
        return new NodeState((int) row[0], Arrays.copyOfRange(row, 1, 1 + variables), channels);
    }

    /** Returns how many messages are in the fullest channel. */
    int longestChannel() {
        return Arrays.stream(channels).mapToInt(channel -> channel.length).max().orElse(0);
    }

    /** Appends a message to a channel. */
    void send(int to, int message) {
        channels[to] = Arrays.copyOf(channels[to], channels[to].length + 1);
        channels[to][channels[to].length - 1] = message;
    }

    /** Removes and returns the oldest message of a channel. */
    int take(int to) {
        int first = channels[to][0];
        channels[to] = Arrays.copyOfRange(channels[to], 1, channels[to].length);
        return first;
    }
}
