package dev.turnstile.bench.simulator;

import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/** A fixed number of SSJ events, each of which reschedules itself an exponentially distributed time later. */
final class SsjHold {
    private final Simulator simulator = new Simulator();
    private final RandomVariateGen distances = new ExponentialGen(new MRG32k3a(), 1);
    private final int pending;
    private long left;

    SsjHold(int pending) {
        this.pending = pending;
    }

    long run(long events) {
        simulator.init();
        left = events;
        for (int i = 0; i < pending; i++) {
            new Again().schedule(distances.nextDouble());
        }
        simulator.start();
        return events - left;
    }

    private final class Again extends Event {
        Again() {
            super(simulator);
        }

        @Override
        public void actions() {
            schedule(distances.nextDouble());
            if (--left == 0) {
                simulator.stop();
            }
        }
    }
}
