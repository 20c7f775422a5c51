package dev.turnstile.bench.contended;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.driver.threads.ThreadTurnstile;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;

/** A turnstile whose processes count how often they access the shared cells. Too slow to be measured itself. */
final class CountedAccesses {
    private final LongAdder accesses = new LongAdder();
    private final Turnstile gate;

    CountedAccesses(String algorithm, int places, int participants) {
        Algorithm.SharedMemory real = Catalogue.find(algorithm);
        Algorithm.SharedMemory counting = new Algorithm.SharedMemory(
                real.name(),
                real.title(),
                real.source(),
                real.assumptions(),
                real.guarantees(),
                real.cost(),
                (n, k) -> new CountingSystem(real.system(n, k)));
        gate = new ThreadTurnstile("counted", counting, places, places, OptionalInt.of(participants), false);
    }

    Turnstile gate() {
        return gate;
    }

    long sum() {
        return accesses.sum();
    }

    private record Counting(Cells real, LongAdder accesses) implements Cells {
        @Override
        public long read(int cell) {
            accesses.increment();
            return real.read(cell);
        }

        @Override
        public void write(int cell, long value) {
            accesses.increment();
            real.write(cell, value);
        }

        @Override
        public boolean replace(int cell, long seen, long next) {
            accesses.increment();
            return real.replace(cell, seen, next);
        }

        @Override
        public long add(int cell, long delta) {
            accesses.increment();
            return real.add(cell, delta);
        }
    }

    private final class CountingSystem implements ProcessSystem {
        private final ProcessSystem real;

        CountingSystem(ProcessSystem real) {
            this.real = real;
        }

        @Override
        public int processes() {
            return real.processes();
        }

        @Override
        public boolean anyNumber() {
            return real.anyNumber();
        }

        @Override
        public int places() {
            return real.places();
        }

        @Override
        public int unitsMax() {
            return real.unitsMax();
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
            return new CountingProcess(real.process(index));
        }

        @Override
        public void shared(Cells shared, Fields fields) {
            real.shared(shared, fields);
        }

        @Override
        public boolean fifo() {
            return real.fifo();
        }

        @Override
        public boolean holdersBlockOthers() {
            return real.holdersBlockOthers();
        }

        @Override
        public int free(Cells shared) {
            return real.free(shared);
        }
    }

    private final class CountingProcess implements Process {
        private final Process real;

        CountingProcess(Process real) {
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
            real.release();
        }

        @Override
        public void cancel() {
            real.cancel();
        }

        @Override
        public Step step(Cells shared) {
            return real.step(new Counting(shared, accesses));
        }

        @Override
        public int progress() {
            return real.progress();
        }

        @Override
        public int ahead(Cells shared) {
            return real.ahead(shared);
        }

        @Override
        public void state(Fields fields) {
            real.state(fields);
        }
    }
}
