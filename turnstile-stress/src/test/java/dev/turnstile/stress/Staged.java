package dev.turnstile.stress;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.threads.ThreadTurnstile;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Sizes;
import dev.turnstile.machine.Step;
import dev.turnstile.machine.facts.ProcessFacts;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An algorithm of the catalogue into whose steps a test can insert actions. The thread that calls {@link #once} runs
 * the action at its own next moment of that kind. So a race becomes one determined order of events.
 *
 * <pre>{@code
 * Staged staged = new Staged("numbered-ticket");
 * Turnstile gate = staged.open(1, OptionalInt.empty());
 * staged.once(Moment.STEPPED, () -> second = gate.acquireAsync());   // between the doorway and the line
 * first = gate.acquireAsync();
 * }</pre>
 */
final class Staged {
    /** A moment at which a test can insert an action. */
    enum Moment {
        /** After a process has taken a step. */
        STEPPED,
        /** After a process has counted those ahead of it. */
        LOOKED,
        /** Before a process that is inside begins to leave. */
        LEAVES,
        /** After places were added or removed. */
        RESIZED
    }

    private static final long OTHER_MILLIS_MAX = 300;

    private final Algorithm.SharedMemory algorithm;
    private final ThreadLocal<Map<Moment, Runnable>> plans = ThreadLocal.withInitial(() -> new EnumMap<>(Moment.class));

    Staged(String name) {
        Algorithm.SharedMemory real = Catalogue.sharedMemory(name);
        algorithm = real.madeBy((processes, places) -> system(real.system(processes, places)));
    }

    Turnstile open(int limit, OptionalInt participants) {
        return new ThreadTurnstile("staged", algorithm, limit, limit, participants, false);
    }

    /** Makes this thread run the action, once, at its next such moment. */
    void once(Moment moment, Runnable then) {
        plans.get().put(moment, then);
    }

    /**
     * Runs the task on another thread up to such a moment; then both threads go on. If the other thread does not get
     * there, because this one holds what it needs, both go on as well: then the driver rules this order out.
     */
    Thread meanwhile(Moment until, Runnable task) {
        CountDownLatch there = new CountDownLatch(1);
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            once(until, there::countDown);
            task.run();
            there.countDown();
        });
        await(there, OTHER_MILLIS_MAX);
        return other;
    }

    /** Runs the task on another thread up to such a moment, where it stays until the latch is counted down. */
    CountDownLatch paused(Moment at, Runnable task) {
        return paused(1, at, task);
    }

    /** Pauses another thread like {@link #paused(Moment, Runnable)}, at the given occurrence of the moment. */
    CountDownLatch paused(int times, Moment at, Runnable task) {
        CountDownLatch goOn = new CountDownLatch(1);
        meanwhile(at, () -> {
            Runnable there = plans.get().get(at);
            atLast(times, at, () -> {
                there.run();
                await(goOn, Long.MAX_VALUE);
            });
            task.run();
        });
        return goOn;
    }

    private void atLast(int times, Moment at, Runnable then) {
        once(at, times == 1 ? then : () -> atLast(times - 1, at, then));
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError("the test was interrupted", e);
        }
    }

    private void is(Moment moment) {
        Runnable then = plans.get().remove(moment);
        if (then != null) {
            then.run();
        }
    }

    private ProcessSystem system(ProcessSystem real) {
        return real instanceof ProcessSystem.Resizable resizable ? new ResizableStage(resizable) : new Stage(real);
    }

    private class Stage implements ProcessSystem {
        private final ProcessSystem real;

        Stage(ProcessSystem real) {
            this.real = real;
        }

        @Override
        public Sizes sizes() {
            return real.sizes();
        }

        @Override
        public boolean anyNumber() {
            return real.anyNumber();
        }

        @Override
        public int cells() {
            return real.cells();
        }

        @Override
        public void initialise(Cells shared) {
            real.initialise(shared);
        }

        @Override
        public Process process(int index) {
            return new Actor(real.process(index));
        }

        @Override
        public ProcessFacts facts() {
            return real.facts();
        }

        @Override
        public boolean fifo() {
            return real.fifo();
        }

        @Override
        public int free(Cells shared) {
            return real.free(shared);
        }
    }

    private final class ResizableStage extends Stage implements ProcessSystem.Resizable {
        private final ProcessSystem.Resizable real;

        ResizableStage(ProcessSystem.Resizable real) {
            super(real);
            this.real = real;
        }

        @Override
        public void resize(Cells shared, int delta) {
            real.resize(shared, delta);
            is(Moment.RESIZED);
        }

        @Override
        public int limitMax() {
            return real.limitMax();
        }
    }

    private final class Actor implements Process {
        private final Process real;

        Actor(Process real) {
            this.real = real;
        }

        @Override
        public Region region() {
            return real.region();
        }

        @Override
        public void acquire(int units) {
            real.acquire(units);
        }

        @Override
        public void attempt(int units) {
            real.attempt(units);
        }

        @Override
        public void release() {
            is(Moment.LEAVES);
            real.release();
        }

        @Override
        public void cancel() {
            real.cancel();
        }

        @Override
        public Step step(Cells shared) {
            Step taken = real.step(shared);
            is(Moment.STEPPED);
            return taken;
        }

        @Override
        public int progress() {
            return real.progress();
        }

        @Override
        public int ahead(Cells shared) {
            int ahead = real.ahead(shared);
            is(Moment.LOOKED);
            return ahead;
        }

        @Override
        public boolean absorb(Process behind) {
            return real.absorb(((Actor) behind).real);
        }

        @Override
        public Process split(int units) {
            return new Actor(real.split(units));
        }

        @Override
        public void state(Fields fields) {
            real.state(fields);
        }
    }
}
