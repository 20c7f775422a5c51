package dev.turnstile.lab.explore;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What may happen besides the plain protocol.
 *
 * @param crashes how many may stop for ever
 * @param kills whether processes may be killed, and come again
 * @param cancels whether waiters may give up
 * @param attempts whether processes may also ask without being ready to wait
 * @param requests how often each node may ask, or one number for all; 0 for any number of times
 * @param room only runs in which no channel ever holds more messages are explored; 0 for all
 * @param hastened only runs in which messages of types with these names arrive before anything else happens are explored
 * @param forgetsVoid messages that will be of no effect are taken away
 * @param anyStart the search starts in arbitrary configurations, not in the initial one
 * @param staying nodes that never leave once they are inside
 * @param hastyTimers timeouts may come even while messages that timers should outlast are on their way
 */
record Options(
        int crashes,
        boolean kills,
        boolean cancels,
        boolean attempts,
        List<Integer> requests,
        int room,
        List<String> hastened,
        boolean forgetsVoid,
        Optional<AnyStart> anyStart,
        Set<Integer> staying,
        boolean hastyTimers) {
    static final Options NONE =
            new Options(0, false, false, false, List.of(0), 0, List.of(), false, Optional.empty(), Set.of(), false);

    /**
     * Arbitrary configurations.
     *
     * @param most all, if there are not more than these; else so many by chance
     * @param messages how many arbitrary messages each channel has at most
     * @param seed what chance starts from
     */
    record AnyStart(int most, int messages, long seed) {}

    int requestsOf(int node) {
        return requests.get(requests.size() == 1 ? 0 : node);
    }

    Options withCrashes(int most) {
        return new Options(
                most, kills, cancels, attempts, requests, room, hastened, forgetsVoid, anyStart, staying, hastyTimers);
    }

    Options withKills() {
        return new Options(
                crashes,
                true,
                cancels,
                attempts,
                requests,
                room,
                hastened,
                forgetsVoid,
                anyStart,
                staying,
                hastyTimers);
    }

    Options withCancels() {
        return new Options(
                crashes, kills, true, attempts, requests, room, hastened, forgetsVoid, anyStart, staying, hastyTimers);
    }

    Options withAttempts() {
        return new Options(
                crashes, kills, cancels, true, requests, room, hastened, forgetsVoid, anyStart, staying, hastyTimers);
    }

    Options withRequests(List<Integer> most) {
        return new Options(
                crashes, kills, cancels, attempts, most, room, hastened, forgetsVoid, anyStart, staying, hastyTimers);
    }

    Options withRoom(int most) {
        return new Options(
                crashes,
                kills,
                cancels,
                attempts,
                requests,
                most,
                hastened,
                forgetsVoid,
                anyStart,
                staying,
                hastyTimers);
    }

    Options withHastened(List<String> types) {
        return new Options(
                crashes, kills, cancels, attempts, requests, room, types, forgetsVoid, anyStart, staying, hastyTimers);
    }

    Options withoutVoid() {
        return new Options(
                crashes, kills, cancels, attempts, requests, room, hastened, true, anyStart, staying, hastyTimers);
    }

    Options withAnyStart(AnyStart start) {
        return new Options(
                crashes,
                kills,
                cancels,
                attempts,
                requests,
                room,
                hastened,
                forgetsVoid,
                Optional.of(start),
                staying,
                hastyTimers);
    }

    Options withStaying(Set<Integer> nodes) {
        return new Options(
                crashes, kills, cancels, attempts, requests, room, hastened, forgetsVoid, anyStart, nodes, hastyTimers);
    }

    Options withHastyTimers() {
        return new Options(
                crashes, kills, cancels, attempts, requests, room, hastened, forgetsVoid, anyStart, staying, true);
    }
}
