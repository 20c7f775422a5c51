package dev.turnstile.bench.contended;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that repeat the same action for a while. Their names are their numbers, from 0. */
final class ThreadCrowd {
    /** The time after which a thread that has not finished counts as stuck. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ContendedRow setting;
    private final CountDownLatch start = new CountDownLatch(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final long[] done;
    private volatile boolean stop;

    /** The action of a thread, given its number. */
    @FunctionalInterface
    interface Deed {
        void once(int thread) throws InterruptedException;
    }

    ThreadCrowd(ContendedRow setting) {
        this.setting = setting;
        done = new long[setting.threads()];
    }

    /** Runs the threads, and returns the number of actions per second. */
    double perSecond(Deed deed, long millis) throws InterruptedException {
        List<Thread> threads = threads(deed);
        threads.forEach(Thread::start);
        long begin = System.nanoTime();
        start.countDown();
        Thread.sleep(millis);
        stop = true;
        long nanos = System.nanoTime() - begin;
        join(threads);
        return total() * 1e9 / nanos;
    }

    private void join(List<Thread> threads) throws InterruptedException {
        int stuck = 0;
        for (Thread thread : threads) {
            stuck += thread.join(stuck == 0 ? PATIENCE : Duration.ZERO) ? 0 : 1;
        }
        if (stuck > 0 || failure.get() != null) {
            throw new IllegalStateException(stuck + " threads are stuck at " + setting, failure.get());
        }
    }

    private long total() {
        long total = 0;
        for (long each : done) {
            total += each;
        }
        return total;
    }

    private List<Thread> threads(Deed deed) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < setting.threads(); i++) {
            int number = i;
            threads.add(setting.kind().builder().name(Integer.toString(i)).unstarted(() -> repeat(deed, number)));
        }
        return threads;
    }

    private void repeat(Deed deed, int number) {
        try {
            start.await();
            long count = 0;
            while (!stop) {
                deed.once(number);
                count++;
            }
            done[number] = count;
        } catch (InterruptedException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
            stop = true;
        }
    }
}
