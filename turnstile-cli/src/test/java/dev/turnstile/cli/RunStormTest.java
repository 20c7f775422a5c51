package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.testing.Proxy;
import dev.turnstile.testing.Seed;
import dev.turnstile.testing.StormLog;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever happens to {@code turnstile run --on}, its link and the server, no more commands than the limit are
 * inside at once, a command dies with its run, and a floor is kept. Method: real processes that are killed, stopped for
 * longer than their lease, and cut off, while the server restarts. Their commands log when they are inside.
 */
@Timeout(900)
@EnabledOnOs(OS.LINUX)
class RunStormTest {
    private static final long SEED = Seed.of("RunStormTest");
    private static final boolean LONG = Boolean.getBoolean("turnstile.long");
    private static final Duration TIME = seconds(LONG ? 120 : 12);
    private static final Duration WINDOW_TIME = seconds(LONG ? 60 : 8);
    private static final Duration LEASE = Duration.ofSeconds(3);

    /** For processes that get no processor in time, on a machine that does other work. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private static final int LIMIT = 2;
    private static final int CALLERS = 4;
    private static final int ENTRIES_MIN = 5;
    private static final int ROUNDS_MIN = 3; // a restart, a cut, and none
    private static final List<String> KINDS = List.of("cuts", "kills", "pauses", "restarts");

    /** Is inside for $hold twentieths of a second. */
    private static final String COMMAND = """
        now; echo "in $2 $((now + 1))0000000 1 $TURNSTILE_FENCE $TURNSTILE_SLOT" >>"$1"
        while [ $hold -gt 0 ]; do
            now; echo "valid $2 ${now}0000000 ${now}0000000" >>"$1"
            hold=$((hold - 1)); sleep 0.05
        done
        now; echo "leave $2 ${now}0000000" >>"$1"; echo "done $2 0" >>"$1"
        """;

    /** Serves until it gets TERM. */
    private static final String SERVER = """
        trap 'now; echo "leave $2 $((now + 1))0000000" >>"$1"; exit 0' TERM
        now; echo "in $2 ${now}0000000 1 $TURNSTILE_FENCE $TURNSTILE_SLOT" >>"$1"
        while :; do sleep 0.05; done
        """;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final List<String> wrong = new ArrayList<>();
    private int disturbances;
    private int rounds;

    private static Duration seconds(int usual) {
        return Duration.ofSeconds(Integer.getInteger("turnstile.storm.seconds", usual));
    }

    /** A caller that starts one run after the other, and what is done to it. */
    private final class Caller {
        private final RunStorm storm;
        private final Proxy proxy;
        private RunStorm.Run run;
        private Optional<Runnable> remedy = Optional.empty();
        private long remedyDue;

        Caller(RunStorm storm) {
            this.storm = storm;
            proxy = storm.proxy();
            run = start();
        }

        private RunStorm.Run start() {
            List<String> options =
                    new ArrayList<>(List.of("--at-most", "" + LIMIT, "--lease", LEASE.toSeconds() + "s"));
            switch (random.nextInt(6)) {
                case 0 -> options.add("--no-wait");
                case 1 -> options.addAll(List.of("--wait", "2s"));
                default -> {}
            }
            int hold = random.nextInt(5) == 0 ? 100 + random.nextInt(60) : random.nextInt(20);
            String first = random.nextInt(3) == 0 ? "trap '' TERM; " : "";
            return storm.start(proxy, "gate", options, first + "hold=" + hold + "\n" + COMMAND);
        }

        void tick() {
            if (!run.isAlive()) {
                check(run);
                run = start();
            } else if (run.isOverdue()) {
                wrong.add("goes on after its permit has ended: " + run);
                run.kill();
            } else if (remedy.isPresent() && System.nanoTime() - remedyDue >= 0) {
                heal();
            } else if (remedy.isEmpty() && random.nextInt(run.isInside() ? 50 : 400) == 0) {
                disturb();
            }
        }

        private void disturb() {
            switch (disturbances++ % 3) {
                case 0 -> run.kill();
                case 1 -> {
                    RunStorm.Run paused = run;
                    paused.pause();
                    remedy(
                            LEASE.toMillis() + 200 + random.nextInt(2_000),
                            () -> paused.resume(LEASE.dividedBy(6).plus(SLACK).toNanos()));
                }
                default -> {
                    storm.count("cuts");
                    proxy.silence();
                    remedy(200 + random.nextInt(5_000), proxy::restore);
                }
            }
        }

        private void remedy(long millis, Runnable task) {
            remedy = Optional.of(task);
            remedyDue = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        }

        void heal() {
            remedy.ifPresent(Runnable::run);
            remedy = Optional.empty();
        }
    }

    /** Checks how a run has ended. */
    private void check(RunStorm.Run run) {
        boolean isRight = run.wasKilled()
                || switch (run.code()) {
                    case 0 -> run.hasSaid("done");
                    case 123 -> true;
                    case 124 -> !run.hasSaid("in");
                    case 125 -> run.err().contains("not answer") && !run.hasSaid("in");
                    default -> false;
                };
        if (!isRight) {
            wrong.add("ended with " + run.code() + ": " + run);
        }
    }

    @Test
    void noMoreCommandsThanTheLimitAreInsideAtOnceWhateverHappensToTheirRuns() throws Exception {
        long begun = System.nanoTime();
        try (RunStorm storm = new RunStorm(folder)) {
            List<Caller> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Caller(storm));
            }
            long serverStarts = 0;
            while (goesOn(storm, System.nanoTime() - begun)) {
                Thread.sleep(50);
                callers.forEach(Caller::tick);
                if (!storm.isUp() && System.nanoTime() - serverStarts >= 0) {
                    storm.startServer();
                } else if (storm.isUp() && random.nextInt(110) == 0) {
                    storm.stopServer();
                    serverStarts = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(3_500));
                }
            }
            storm.startServer();
            callers.forEach(Caller::heal);
            for (Caller caller : callers) {
                if (!RunStorm.await(() -> !caller.run.isAlive())) {
                    wrong.add("stuck: " + caller.run);
                } else {
                    check(caller.run);
                }
            }
            StormLog log = new StormLog();
            for (RunStorm.Run run : storm.runs()) {
                log.add(run.log());
                if (!RunStorm.await(() -> run.survivor().isEmpty()) || run.hasGoneOn()) {
                    wrong.add("the command has survived its run: " + run);
                }
            }
            wrong.addAll(log.judge("gate", LIMIT));
            if (!storm.counts().keySet().containsAll(KINDS)) {
                wrong.add("too little has happened: " + storm.counts());
            }
            if (log.count("in") < ENTRIES_MIN) {
                wrong.add("no progress: " + log.count("in") + " entries");
            }
            checkNothingIsLeft(storm);
            System.out.printf(
                    Locale.ROOT,
                    "storm of %d runs: %d entries, %s, %d stopped because the store was silent; %.0f s%n",
                    storm.runs().size(),
                    log.count("in"),
                    storm.counts(),
                    storm.runs().stream().filter(run -> run.code() == 123).count(),
                    (System.nanoTime() - begun) / 1e9);
            assertThat(wrong).isEmpty();
        }
    }

    /** Returns true until the time is over. On a slow machine, it takes longer until everything has happened. */
    private static boolean goesOn(RunStorm storm, long nanos) {
        boolean isThin = !storm.counts().keySet().containsAll(KINDS)
                || storm.runs().stream().filter(run -> run.hasSaid("in")).count() < ENTRIES_MIN;
        return nanos < TIME.toNanos()
                || (isThin && nanos < TIME.plus(Duration.ofMinutes(1)).toNanos());
    }

    private void checkNothingIsLeft(RunStorm storm) {
        Shell.Ended all = storm.run(
                "run",
                "gate",
                "--lease",
                LEASE.toSeconds() + "s",
                "--units",
                "" + LIMIT,
                "--wait",
                "50s",
                "--",
                "true");
        Map<?, ?> status = (Map<?, ?>)
                JsonReader.read(storm.run("status", "gate", "--json").out());
        Map<?, ?> gate = (Map<?, ?>) ((List<?>) status.get("turnstiles")).getFirst();
        if (all.code() != 0
                || !((List<?>) gate.get("holders")).isEmpty()
                || !((List<?>) gate.get("waiters")).isEmpty()) {
            wrong.add("left behind: " + all + gate);
        }
    }

    @Test
    @Tag("long")
    void atLeastAsManyCommandsAsTheFloorServeThoughTheStoreRestartsAndLinksAreCut() throws Exception {
        long begun = System.nanoTime();
        try (RunStorm storm = new RunStorm(folder)) {
            Deque<RunStorm.Run> up = new ArrayDeque<>();
            for (int i = 0; i < LIMIT; i++) {
                serve(storm).ifPresent(up::add);
            }
            while (wrong.isEmpty() && (rounds < ROUNDS_MIN || System.nanoTime() - begun < WINDOW_TIME.toNanos())) {
                replace(storm, up);
            }
            long end = RunStorm.now();
            StormLog log = new StormLog();
            up.forEach(RunStorm.Run::endCommand);
            for (RunStorm.Run run : storm.runs()) {
                if (!RunStorm.await(() -> !run.isAlive())) {
                    wrong.add("stuck: " + run);
                }
                log.add(run.log());
            }
            wrong.addAll(log.judgeFloor("web", LIMIT, end));
            System.out.printf(
                    Locale.ROOT,
                    "storm of servers: %d entries, %s; %.0f s%n",
                    log.count("in"),
                    storm.counts(),
                    (System.nanoTime() - begun) / 1e9);
            assertThat(wrong).isEmpty();
        }
    }

    /** Starts a server, and waits until it serves. If the store does not answer at first, starts it again. */
    private Optional<RunStorm.Run> serve(RunStorm storm) throws InterruptedException {
        while (true) {
            Proxy proxy = storm.proxy();
            List<String> options = List.of(
                    "--at-least",
                    "" + LIMIT,
                    "--at-most",
                    "" + 2 * LIMIT,
                    "--lease",
                    LEASE.toSeconds() + "s",
                    "--ready", // else it counts before the command has begun
                    "grep -qs ^in " + RunStorm.LOG);
            RunStorm.Run run = storm.start(proxy, "web", options, SERVER);
            if (!RunStorm.await(() -> run.hasSaid("in") || !run.isAlive())) {
                wrong.add("does not start: " + run);
                return Optional.empty();
            }
            if (run.isAlive()) {
                return Optional.of(run);
            }
            assertThat(run.err()).contains("not answer");
        }
    }

    /**
     * Tells one or both servers to stop while the store is out or links are cut, and starts others when they are not.
     */
    private void replace(RunStorm storm, Deque<RunStorm.Run> up) throws InterruptedException, SQLException {
        List<RunStorm.Run> old = new ArrayList<>();
        for (int i = random.nextInt(LIMIT); i >= 0; i--) {
            old.add(up.remove());
        }
        switch (rounds++ % ROUNDS_MIN) {
            case 0 -> storm.stopServer();
            case 1 -> {
                storm.count("cuts");
                old.forEach(run -> run.proxy().silence());
            }
            default -> storm.count("without an outage");
        }
        old.forEach(RunStorm.Run::terminate);
        Thread.sleep(random.nextInt((int) LEASE.toMillis()));
        storm.startServer();
        old.forEach(run -> run.proxy().restore());
        for (RunStorm.Run run : old) {
            serve(storm).ifPresent(up::add);
        }
        for (RunStorm.Run run : old) {
            if (!RunStorm.await(() -> !run.isAlive())) {
                wrong.add("does not stop: " + run);
            }
        }
    }
}
