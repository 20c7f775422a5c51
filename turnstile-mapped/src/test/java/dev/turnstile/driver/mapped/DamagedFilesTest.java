package dev.turnstile.driver.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.Operator;
import dev.turnstile.Permit;
import dev.turnstile.Snapshot;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.ledger.LedgerTurnstile;
import dev.turnstile.testing.Seed;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a damaged file never misleads. Method: ten thousand copies of a turnstile's file, each damaged in another way,
 * are opened, looked at and examined. Each call must give a correct answer, or an error that states what was found and
 * where, in bounded time.
 */
final class DamagedFilesTest {
    private static final long SEED = Seed.of("DamagedFilesTest");
    private static final int FIRST = Integer.getInteger("turnstile.damage.first", 0);
    private static final int COPIES = Integer.getInteger("turnstile.damage.copies", 10_000);
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int COPIES_PER_FOLDER = 500;
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration BOUND = Duration.ofSeconds(10);

    @TempDir
    private Path temporary;

    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private final Map<String, Integer> tally = new TreeMap<>();
    private final List<String> flaws = new ArrayList<>();
    private final Map<String, String> firstOfEachKind = new TreeMap<>();

    @AfterEach
    void end() {
        worker.shutdownNow();
    }

    @Test
    void aDamagedFileIsRefusedWithAClearErrorOrWorksCorrectly() throws Exception {
        System.out.printf("damaged files: seed %d, from %d, %,d copies%n", SEED, FIRST, COPIES);
        List<Sample> samples = samples();
        for (int i = FIRST; i < FIRST + COPIES; i++) {
            try (Copy copy = harmed(i, samples)) {
                copy.judge();
            }
        }
        tally.forEach((what, count) -> System.out.printf("%,8d %s%n", count, what));
        assertThat(firstOfEachKind.values())
                .as("again: -Dtest=DamagedFilesTest -Dturnstile.seed=" + SEED)
                .isEmpty();
    }

    @Test
    void anUndamagedCopyServesAllPlacesAgain() throws Exception {
        for (Sample sample : samples()) {
            Path folder = Files.createDirectories(temporary.resolve("whole"), PRIVATE);
            sample.copyTo(folder.resolve(sample.what() + ".turnstile"));
            try (Copy copy = new Copy(sample, "whole", Mapped.in(folder), sample.what())) {
                copy.judge();
            }
        }
        assertThat(flaws).isEmpty();
        assertThat(tally.keySet()).noneMatch(what -> what.contains("refused") || what.contains("fewer"));
    }

    private List<Sample> samples() throws Exception {
        Path folder = temporary.resolve("samples");
        return List.of(
                Sample.of(folder, 2, 8, 0, 0),
                Sample.of(folder, 2, 8, 1, 0),
                Sample.of(folder, 2, 8, 2, 3),
                Sample.of(folder, 3, 20, 3, 4),
                Sample.of(folder, 2, 512, 0, 0),
                Sample.of(folder, 2, 512, 2, 3));
    }

    /** Damages a copy of a sample. Most samples are small files, for speed. */
    private Copy harmed(int index, List<Sample> samples) throws Exception {
        Random random = new Random(SEED * 31 + index);
        Sample sample = samples.get(random.nextInt(random.nextInt(16) == 0 ? samples.size() : 4));
        Path folder = Files.createDirectories(temporary.resolve("f" + index / COPIES_PER_FOLDER), PRIVATE);
        String name = "copy" + index;
        Path path = folder.resolve(name + ".turnstile");
        sample.copyTo(path);
        String harm = Damage.any(random).harm(path, sample, random);
        return new Copy(sample, "copy " + index + " of " + sample + ", " + harm, Mapped.in(folder), name);
    }

    /** One copy of a file, and all the checks on it. */
    private final class Copy implements AutoCloseable {
        private final Sample sample;
        private final String harm;
        private final Mapped mapped;
        private final String name;
        private boolean joined;

        Copy(Sample sample, String harm, Mapped mapped, String name) {
            this.sample = sample;
            this.harm = harm;
            this.mapped = mapped;
            this.name = name;
        }

        void judge() throws InterruptedException {
            int before = flaws.size();
            ask("look", this::look);
            if (harm.hashCode() % 2 == 0) {
                ask("examine", this::examine);
            }
            ask("open", this::pass);
            ask("examine", this::examine);
            ask("look", this::look);
            tally.merge(flaws.size() == before ? "copies judged" : "copies with a flaw", 1, Integer::sum);
        }

        private void ask(String what, Callable<String> question) throws InterruptedException {
            String answer;
            try {
                answer = worker.submit(question).get(BOUND.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                answer = refusal(what, e.getCause());
            } catch (TimeoutException e) {
                flaws.add(what + " hangs: " + harm);
                throw new AssertionError(what + " hangs: " + harm, e);
            }
            tally.merge(what + ": " + answer, 1, Integer::sum);
        }

        private String refusal(String what, Throwable thrown) {
            String message = String.valueOf(thrown.getMessage());
            boolean isClear = (thrown instanceof IllegalStateException
                            || thrown instanceof IllegalArgumentException
                            || thrown instanceof UncheckedIOException)
                    && message.contains(name);
            if (!isClear) {
                String kind = "a flaw: " + thrown.getClass().getSimpleName() + " at " + where(thrown);
                flaws.add(what + ": " + thrown + "\n    " + harm + "\n    " + where(thrown));
                firstOfEachKind.putIfAbsent(what + ": " + kind, flaws.getLast());
                return kind;
            }
            return "refused by " + thrown.getClass().getSimpleName();
        }

        private static String where(Throwable thrown) {
            return Stream.of(thrown.getStackTrace())
                    .filter(frame -> frame.getClassName().startsWith("dev.turnstile")
                            && !frame.getClassName().contains("DamagedFilesTest"))
                    .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                    .limit(6)
                    .collect(Collectors.joining(" < "));
        }

        private String look() {
            Optional<Snapshot> snapshot = mapped.operator().snapshot(name);
            snapshot.ifPresent(this::isConsistent);
            return snapshot.isPresent() ? "a consistent snapshot" : "there is none";
        }

        private String examine() {
            Optional<Operator.Diagnosis> diagnosis = mapped.operator().examine(name, true);
            diagnosis.ifPresent(
                    found -> require(found.findings().toString().contains(name), "findings name no file: " + found));
            return diagnosis
                    .map(found -> found.usable() ? "usable" : "unusable")
                    .orElse("there is none");
        }

        /** Opens the copy, and takes places until there are no more. */
        private String pass() throws InterruptedException {
            Turnstile gate = Turnstile.atMost(sample.limit())
                    .named(name)
                    .participants(sample.participants())
                    .open(mapped);
            joined = true;
            try (gate) {
                return pass(gate);
            }
        }

        private String pass(Turnstile gate) throws InterruptedException {
            List<Permit> permits = new ArrayList<>();
            gate.tryAcquire(SHORT).ifPresent(permits::add);
            for (Optional<Permit> next = gate.tryAcquire(); next.isPresent(); next = gate.tryAcquire()) {
                permits.add(next.get());
                require(permits.size() <= sample.limit(), permits.size() + " inside");
            }
            Snapshot full = gate.snapshot();
            isConsistent(full);
            require(full.holders().size() >= permits.size(), "not all holders are shown: " + full);
            permits.forEach(Permit::close);
            isConsistent(gate.snapshot());
            return permits.size() == sample.limit() ? "served" : "served fewer than it could";
        }

        private void isConsistent(Snapshot snapshot) {
            int units =
                    snapshot.holders().stream().mapToInt(Snapshot.Holder::units).sum();
            long slots = snapshot.holders().stream()
                    .mapToInt(Snapshot.Holder::slot)
                    .filter(slot -> slot >= 0 && slot < sample.limit())
                    .distinct()
                    .count();
            require(snapshot.limit() == sample.limit(), "another limit: " + snapshot);
            require(units == snapshot.held() && units <= snapshot.limit(), "wrong number of units inside: " + snapshot);
            require(slots == snapshot.holders().size(), "slots twice or beyond the limit: " + snapshot);
            require(
                    snapshot.holders().stream().allMatch(holder -> holder.units() > 0 && holder.fence() > 0)
                            && snapshot.waiters().stream().allMatch(waiter -> waiter.units() > 0),
                    "no units or no fence: " + snapshot);
        }

        private void require(boolean condition, String otherwise) {
            if (!condition) {
                throw new AssertionError(otherwise);
            }
        }

        /**
         * Closes the file, because a process keeps every file that it has joined open, and ten thousand would be too
         * many.
         */
        @Override
        public void close() throws Exception {
            if (joined) {
                mapped.join(name, false)
                        .map(gate -> ((LedgerTurnstile) gate).ledger().store())
                        .ifPresent(store -> ((MappedStore) store).file().close());
            }
            Files.deleteIfExists(mapped.folder().resolve(name + ".turnstile"));
        }
    }
}
