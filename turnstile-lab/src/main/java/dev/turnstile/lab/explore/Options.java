package dev.turnstile.lab.explore;

import java.util.Optional;

/**
 * What may happen besides the plain protocol.
 *
 * @param crashes how many may stop for ever
 * @param kills whether processes may be killed, and come again
 * @param cancels whether waiters may give up
 * @param attempts whether processes may also ask without being ready to wait
 * @param requests how often each node may ask; 0 for any number of times
 * @param anyStart the search starts in arbitrary configurations, not in the initial one
 */
record Options(
        int crashes, boolean kills, boolean cancels, boolean attempts, int requests, Optional<AnyStart> anyStart) {
    static final Options NONE = new Options(0, false, false, false, 0, Optional.empty());

    /**
     * Arbitrary configurations.
     *
     * @param most all, if there are not more than these; else so many by chance
     * @param messages how many arbitrary messages each channel has at most
     * @param seed what chance starts from
     */
    record AnyStart(int most, int messages, long seed) {}

    Options withCrashes(int most) {
        return new Options(most, kills, cancels, attempts, requests, anyStart);
    }

    Options withKills() {
        return new Options(crashes, true, cancels, attempts, requests, anyStart);
    }

    Options withCancels() {
        return new Options(crashes, kills, true, attempts, requests, anyStart);
    }

    Options withAttempts() {
        return new Options(crashes, kills, cancels, true, requests, anyStart);
    }

    Options withRequests(int most) {
        return new Options(crashes, kills, cancels, attempts, most, anyStart);
    }

    Options withAnyStart(AnyStart start) {
        return new Options(crashes, kills, cancels, attempts, requests, Optional.of(start));
    }
}
