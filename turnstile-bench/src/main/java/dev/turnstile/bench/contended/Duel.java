package dev.turnstile.bench.contended;

import dev.turnstile.bench.Spread;
import java.util.ArrayList;
import java.util.List;

/** Alternating rounds of peer and subject, so that both meet the same conditions. */
final class Duel {
    private final ContendedRow setting;
    private final long tokens;
    private final long millis;
    private final List<Double> peers = new ArrayList<>();
    private final List<Double> subjects = new ArrayList<>();
    private final List<Double> ratios = new ArrayList<>();

    Duel(ContendedRow setting, long tokens, long millis) {
        this.setting = setting;
        this.tokens = tokens;
        this.millis = millis;
    }

    /** Runs one round of each that does not count. */
    void warmUp() throws InterruptedException {
        var _ = round(setting.peer());
        var _ = round(setting.subject());
    }

    void fight(int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            double peer = round(setting.peer());
            double subject = round(setting.subject());
            peers.add(peer);
            subjects.add(subject);
            ratios.add(subject / peer);
        }
    }

    private double round(Gate gate) throws InterruptedException {
        return new ThreadCrowd(setting).perSecond(_ -> gate.pass(tokens), millis);
    }

    Spread peer() {
        return Spread.of(peers);
    }

    Spread subject() {
        return Spread.of(subjects);
    }

    Spread ratio() {
        return Spread.of(ratios);
    }
}
