package dev.turnstile.bench.contended;

import dev.turnstile.Turnstile;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One measurement of {@link Growth}. Prints nanoseconds per pass alone, accesses per pass alone, and the same two
 * contended. The accesses, 0 for a Semaphore, are counted after the measurements in runs of their own.
 */
public final class GrowthRow {
    static final String FAIR = "Semaphore(2, true)";
    static final String UNFAIR = "Semaphore(2, false)";
    static final String REGISTERS = "bare registers, as EXCL";

    private final String gate;
    private final int participants;
    private final long millis;
    private final long tokens = Calibration.tokensPerMicrosecond();

    private GrowthRow(String gate, int participants, long millis) {
        this.gate = gate;
        this.participants = participants;
        this.millis = millis;
    }

    /** Measures one gate. Arguments: the gate, the number of participants, milliseconds. */
    public static void main(String... args) throws InterruptedException {
        new GrowthRow(args[0], Integer.parseInt(args[1]), Long.parseLong(args[2])).print();
    }

    private void print() throws InterruptedException {
        if (gate.equals(REGISTERS)) {
            BareRegisters bare = new BareRegisters(participants, Growth.PLACES);
            double nanos = nanos(1, _ -> Blackhole.consumeCPU(bare.pass()));
            System.out.printf(Locale.ROOT, "%f %d 0 0%n", nanos, bare.accesses());
            return;
        }
        double alone = nanos(1, 0);
        double contended = nanos(participants, tokens);
        System.out.printf(
                Locale.ROOT,
                "%f %f %f %f%n",
                alone,
                isSemaphore() ? 0 : accesses(1, 0),
                contended,
                isSemaphore() ? 0 : accesses(participants, tokens));
    }

    private boolean isSemaphore() {
        return gate.equals(FAIR) || gate.equals(UNFAIR);
    }

    private Gate open() {
        return isSemaphore()
                ? new Gate.OfSemaphore(new Semaphore(Growth.PLACES, gate.equals(FAIR)))
                : new Gate.OfTurnstile(Turnstile.atMost(Growth.PLACES)
                        .algorithm(gate)
                        .participants(participants)
                        .open());
    }

    private ContendedRow setting(int threads) {
        return new ContendedRow(gate, Growth.PLACES, threads, ContendedRow.Kind.PLATFORM);
    }

    /** Returns wall-clock nanoseconds per pass, over all threads, after a warm-up round. */
    private double nanos(int threads, long work) throws InterruptedException {
        Gate open = open();
        return nanos(threads, _ -> open.pass(work));
    }

    private double nanos(int threads, ThreadCrowd.Deed deed) throws InterruptedException {
        double perSecond = 0;
        for (int round = 0; round < 2; round++) {
            perSecond = new ThreadCrowd(setting(threads)).perSecond(deed, millis);
        }
        return 1e9 / perSecond;
    }

    private double accesses(int threads, long work) throws InterruptedException {
        CountedAccesses counted = new CountedAccesses(gate, Growth.PLACES, participants);
        Gate open = new Gate.OfTurnstile(counted.gate());
        long[] passes = new long[threads];
        var _ = new ThreadCrowd(setting(threads))
                .perSecond(
                        thread -> {
                            open.pass(work);
                            passes[thread]++;
                        },
                        millis);
        long all = 0;
        for (long each : passes) {
            all += each;
        }
        return counted.sum() / (double) all;
    }
}
