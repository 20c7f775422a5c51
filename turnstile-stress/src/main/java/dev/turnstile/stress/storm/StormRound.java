package dev.turnstile.stress.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * The part of a {@link Storm} with one limit. It starts processes, disturbs them, watches them, and replaces those it
 * has killed. In the end it checks that no place was lost.
 */
final class StormRound {
    private static final long GLANCE_NANOS = 30_000;
    private static final long POLL_NANOS = 200_000;
    private static final int PAUSE_NANOS_MAX = 8_000_000;
    private static final int STOP_NANOS_MAX = 2_000_000;
    private static final int LONG_STOP_NANOS_MAX = 200_000_000;
    private static final int STOPPED_AT_ONCE = 3;
    private static final long WAIT_NANOS = 100_000_000;

    private final Storm storm;
    private final Launcher launcher;
    private final int kills;
    private final int limit;
    private final Path folder;
    private final Random random;
    private final Watchdog watch;
    private final List<LaneGroup> seats = new ArrayList<>();
    private final StormTally tally = new StormTally();
    private long nextDisturbance;

    StormRound(Storm storm, Launcher launcher, int kills, int limit, Path folder, long seed) {
        this.storm = storm;
        this.launcher = launcher;
        this.kills = kills;
        this.limit = limit;
        this.folder = folder;
        random = new Random(seed);
        watch = Watchdog.open(Storm.watchFile(folder), limit);
        int several =
                Watchdog.LANES - storm.processes(); // this many processes have two threads, so that all lanes are taken
        for (int i = 0, lane = 0; i < storm.processes(); i++) {
            seats.add(new LaneGroup(watch, lane, i < several ? 2 : 1));
            lane += seats.getLast().lanes();
        }
    }

    StormTally tally() {
        return tally;
    }

    /** Runs this part. Returns what is wrong, if anything. */
    Optional<String> go() throws IOException, InterruptedException {
        try {
            long end = System.nanoTime() + storm.calm().toNanos();
            while (watch.violation().isEmpty() && (tally.killed < kills || System.nanoTime() - end < 0)) {
                look();
                disturb();
                LockSupport.parkNanos(POLL_NANOS);
            }
            endAll();
            if (watch.violation().isEmpty()) {
                sendTheLast();
            }
            return watch.violation();
        } finally {
            seats.forEach(LaneGroup::clear);
        }
    }

    private void look() throws IOException {
        watch.check();
        for (LaneGroup seat : seats) {
            seat.resume(false);
            replaceIfDead(seat);
            seat.starved(storm.patience().toNanos())
                    .ifPresent(starved -> watch.report(starved + ", longer than allowed"));
        }
    }

    private void replaceIfDead(LaneGroup seat) throws IOException {
        if (seat.hasEnded()) {
            judgeEnd(seat);
            seat.bury(tally);
        }
        if (seat.isEmpty()) {
            seat.take(start(seat.firstLane(), seat.lanes()));
        }
    }

    private void judgeEnd(LaneGroup seat) throws IOException {
        if (!seat.isDoomed()) {
            watch.report("the process of lane " + seat.firstLane() + " exited by itself: " + log());
        }
    }

    private Process start(int lane, int lanes) throws IOException {
        tally.started++;
        List<String> arguments = StormProcess.arguments(folder, limit, lane, lanes, random.nextLong(), storm.fault());
        return launcher.start(Storm.logFile(folder), arguments);
    }

    private String log() throws IOException {
        String log = Files.readString(Storm.logFile(folder));
        return log.substring(Math.max(0, log.length() - 600));
    }

    private void disturb() {
        if (System.nanoTime() - nextDisturbance < 0) {
            return;
        }
        nextDisturbance = System.nanoTime() + random.nextInt(PAUSE_NANOS_MAX);
        if (random.nextInt(3) == 0) {
            stopOne();
        } else if (tally.killed < kills && isCrowded()) {
            killOne();
        }
    }

    /** Returns true if enough processes have entered that one can be spared: others are on their way. */
    private boolean isCrowded() {
        return seats.stream().filter(LaneGroup::hasEntered).count() * 2 >= seats.size();
    }

    /**
     * Kills a process: often one that is inside at this moment, otherwise any, even one that has only just been
     * started.
     */
    private void killOne() {
        Optional<LaneGroup> inside = random.nextInt(3) == 0 ? insideSoon() : Optional.empty();
        inside.or(this::any).ifPresent(seat -> seat.kill(tally));
    }

    /** Returns the next process that is inside. Most are inside only for microseconds. */
    private Optional<LaneGroup> insideSoon() {
        long deadline = System.nanoTime() + WAIT_NANOS;
        Optional<LaneGroup> inside = Optional.empty();
        while (inside.isEmpty() && System.nanoTime() - deadline < 0) {
            inside = any(seat -> seat.canBeDisturbed() && seat.isInside());
            LockSupport.parkNanos(inside.isEmpty() ? GLANCE_NANOS : 0);
        }
        return inside;
    }

    private void stopOne() {
        if (seats.stream().filter(LaneGroup::isStopped).count() < STOPPED_AT_ONCE) {
            any(seat -> seat.canBeDisturbed() && !seat.isStopped()).ifPresent(seat -> {
                tally.stops++;
                seat.stop(random.nextInt(random.nextInt(8) == 0 ? LONG_STOP_NANOS_MAX : STOP_NANOS_MAX));
            });
        }
    }

    private Optional<LaneGroup> any() {
        return any(LaneGroup::canBeDisturbed);
    }

    private Optional<LaneGroup> any(Predicate<LaneGroup> like) {
        List<LaneGroup> some = seats.stream().filter(like).toList();
        return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
    }

    /** Kills half of the processes at the same moment, and lets the others finish. */
    private void endAll() throws IOException {
        for (LaneGroup seat : seats) {
            seat.resume(true);
            if (seat.canBeDisturbed() && random.nextBoolean()) {
                seat.kill(tally);
            }
        }
        watch.end();
        long deadline = System.nanoTime() + storm.patience().toNanos();
        while (seats.stream().anyMatch(seat -> !seat.isEmpty()) && System.nanoTime() - deadline < 0) {
            seats.stream().filter(LaneGroup::hasEnded).forEach(seat -> seat.bury(tally));
            LockSupport.parkNanos(POLL_NANOS);
        }
        seats.stream()
                .filter(seat -> !seat.isEmpty())
                .forEach(seat -> watch.report("the process of lane " + seat.firstLane() + " does not exit"));
    }

    private void sendTheLast() throws IOException, InterruptedException {
        Process last = start(StormProcess.LAST, 0);
        if (!last.waitFor(storm.patience().toSeconds(), TimeUnit.SECONDS)) {
            last.destroyForcibly();
            watch.report("the last process does not exit");
        } else if (last.exitValue() != 0) {
            watch.report("the last process failed: " + log());
        }
    }
}
