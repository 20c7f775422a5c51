package dev.turnstile.stress.storm;

import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Some lanes, and the process that owns them now. After its death another process takes its place. Only the conductor
 * uses this.
 */
final class LaneGroup {
    private final Watchdog watch;
    private final int firstLane;
    private final int lanes;
    private Optional<Process> process = Optional.empty();
    private boolean doomed;
    private boolean stopped;
    private long resumeAt;
    private long startedAt;

    LaneGroup(Watchdog watch, int firstLane, int lanes) {
        this.watch = watch;
        this.firstLane = firstLane;
        this.lanes = lanes;
    }

    int firstLane() {
        return firstLane;
    }

    int lanes() {
        return lanes;
    }

    /** Assigns a process that was started just now. */
    void take(Process started) {
        process = Optional.of(started);
        doomed = false;
        stopped = false;
        startedAt = System.nanoTime();
    }

    /** Counts what its process did, once that is certainly dead, and becomes empty again. */
    void bury(StormTally tally) {
        for (int lane = firstLane; lane < firstLane + lanes; lane++) {
            tally.entries += watch.entries(lane);
            tally.giveUps += watch.giveUps(lane);
            watch.bury(lane);
        }
        process = Optional.empty();
    }

    boolean isEmpty() {
        return process.isEmpty();
    }

    boolean hasEnded() {
        return process.isPresent() && !process.get().isAlive();
    }

    boolean isDoomed() {
        return doomed;
    }

    boolean canBeDisturbed() {
        return process.isPresent() && !doomed;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Returns true if one of its threads is inside, as far as the watchdog can tell. */
    boolean isInside() {
        return any(watch::isInside);
    }

    boolean isWaiting() {
        return any(watch::isWaiting);
    }

    /** Returns true if its process already takes part. */
    boolean hasEntered() {
        return any(lane -> watch.entered(lane) != 0);
    }

    private boolean any(IntPredicate is) {
        return IntStream.range(firstLane, firstLane + lanes).anyMatch(is);
    }

    /** Sends kill -9, and counts it. */
    void kill(StormTally tally) {
        boolean inside = false;
        for (int lane = firstLane; lane < firstLane + lanes; lane++) {
            inside |= watch.doom(lane);
        }
        doomed = true;
        process.ifPresent(Process::destroyForcibly);
        tally.killed++;
        tally.killedInside += inside ? 1 : 0;
        tally.killedWaiting += !inside && isWaiting() ? 1 : 0;
    }

    /** Ends its process, if there is one. */
    void clear() {
        process.ifPresent(Process::destroyForcibly);
    }

    void stop(long nanos) {
        process.ifPresent(ProcessSignals::stop);
        stopped = true;
        resumeAt = System.nanoTime() + nanos;
    }

    /** Continues the process when it is time. */
    void resume(boolean atOnce) {
        if (stopped && (atOnce || System.nanoTime() - resumeAt >= 0)) {
            process.ifPresent(ProcessSignals::proceed);
            stopped = false;
        }
    }

    /** Reports a lane that could have entered and has not for this long. */
    Optional<String> starved(long nanos) {
        if (!canBeDisturbed() || stopped) {
            return Optional.empty();
        }
        long now = System.nanoTime();
        for (int lane = firstLane; lane < firstLane + lanes; lane++) {
            long entered = watch.entered(lane);
            long since = entered == 0 || entered - startedAt < 0 ? startedAt : entered;
            if (now - since > nanos) {
                return Optional.of("lane " + lane + (watch.isWaiting(lane) ? " waits" : " is stuck") + " for "
                        + (now - since) / 1_000_000 + " ms");
            }
        }
        return Optional.empty();
    }
}
