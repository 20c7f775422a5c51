package dev.turnstile.bench.simulator;

import java.util.ArrayDeque;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;

/**
 * An M/M/3 queue in SSJ: customers arrive at random at rate 2.7, wait for one of three servers, and are served at rate
 * 1. Waiting customers are only counted and events are reused, so that little but SSJ itself is measured.
 */
final class SsjQueue {
    private static final int SERVERS = 3;
    private static final double ARRIVALS = 2.7;

    private final Simulator simulator = new Simulator();
    private final RandomVariateGen distances = new ExponentialGen(new MRG32k3a(), ARRIVALS);
    private final RandomVariateGen services = new ExponentialGen(new MRG32k3a(), 1);
    private final ArrayDeque<Departure> idle = new ArrayDeque<>();
    private int waiting;
    private long left;

    long run(long events) {
        simulator.init();
        idle.clear();
        for (int i = 0; i < SERVERS; i++) {
            idle.add(new Departure());
        }
        waiting = 0;
        left = events;
        new Arrival().schedule(distances.nextDouble());
        simulator.start();
        return events - left;
    }

    private void count() {
        if (--left == 0) {
            simulator.stop();
        }
    }

    private final class Arrival extends Event {
        Arrival() {
            super(simulator);
        }

        @Override
        public void actions() {
            schedule(distances.nextDouble());
            if (idle.isEmpty()) {
                waiting++;
            } else {
                idle.pop().schedule(services.nextDouble());
            }
            count();
        }
    }

    /** The end of a service; one per server. */
    private final class Departure extends Event {
        Departure() {
            super(simulator);
        }

        @Override
        public void actions() {
            if (waiting > 0) {
                waiting--;
                schedule(services.nextDouble());
            } else {
                idle.push(this);
            }
            count();
        }
    }
}
