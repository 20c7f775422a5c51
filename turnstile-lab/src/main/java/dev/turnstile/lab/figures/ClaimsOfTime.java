package dev.turnstile.lab.figures;

import static dev.turnstile.lab.figures.Bulgannawar.BUSY;
import static dev.turnstile.lab.figures.Bulgannawar.N;
import static dev.turnstile.lab.figures.Bulgannawar.ONLY_TRANSIT;
import static dev.turnstile.lab.figures.Bulgannawar.RATES;

import dev.turnstile.lab.simulate.Costs;
import dev.turnstile.lab.simulate.Metric;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** The claims of bulgannawar-1995, section 4, about the time to enter: figure 3 and its discussion. */
final class ClaimsOfTime extends Claims {
    private static final String FIGURE_A = "4, fig. 3(a)";
    private static final String FIGURE_B = "4, fig. 3(b)";
    private static final double SMALL_GAIN = 0.25;
    private static final List<String> CONVERGING = List.of(RANDOM, HEURISTIC, MAKKI);
    private static final List<Double> FEW_RATES = List.of(0.01, 1.0);
    private static final List<Double> LARGE_RATES = List.of(1.0, 3.0, 10.0);
    private static final String UNTIMED = "makki";

    private final Measurements longRuns;

    ClaimsOfTime(Measurements measured, Measurements longRuns) {
        super(measured);
        this.longRuns = longRuns;
    }

    @Override
    void ask() {
        for (String algorithm : CONVERGING) {
            FEW_RATES.forEach(rate -> longRuns.want(Bulgannawar.run(algorithm, BUSY, rate)));
        }
        for (String algorithm : ALL) {
            for (double rate : SOME_RATES) {
                measured.want(longer(algorithm, rate));
                measured.want(Bulgannawar.run(algorithm, HALF_BUSY, rate));
            }
        }
    }

    @Override
    void judge() {
        convergence();
        figureA();
        figureB();
        makki();
        similar("the trends are similar for other Ts and Tr", (algorithm, rate) -> delay(algorithm, HALF_BUSY, rate));
        similar("the trends are similar for E = 1", (algorithm, rate) -> mean(longer(algorithm, rate), Metric.DELAY));
    }

    private void convergence() {
        double furthest = 0;
        for (String algorithm : CONVERGING) {
            for (double rate : FEW_RATES) {
                Measurements.Run run = Bulgannawar.run(algorithm, BUSY, rate);
                for (Metric metric : List.of(Metric.DELAY, Metric.MESSAGES)) {
                    double longer = longRuns.of(run, metric).mean();
                    furthest = Math.max(furthest, Math.abs(mean(run, metric) / longer - 1));
                }
            }
        }
        claim(
                "4",
                "the results have converged by 5000 entries",
                say("delay and messages are within %.1f%% of those after 20,000", 100 * furthest),
                furthest < SAME,
                "checked for the forest with either choice of the token, and for Makki, at rates 0.01 and 1");
    }

    private void figureA() {
        long best = count(rate -> isSoonest(RANDOM, rate) && isSoonest(HEURISTIC, rate));
        claim(
                FIGURE_A,
                "ours enters sooner than the others at most rates",
                say("at %d of %d rates, with either choice of the token", best, RATES.size()),
                2 * best > RATES.size(),
                "at the lowest rates, Makki and Srimani-Reddy are faster: one request out, and one token back");
        long sooner = count(rate -> delay(HEURISTIC, rate) < delay(RANDOM, rate));
        double gain = most(rate -> 1 - delay(HEURISTIC, rate) / delay(RANDOM, rate));
        claim(
                FIGURE_A,
                "the heuristic improves the time by a small amount",
                say(
                        "at %d of %d rates, by at most %.0f%%; %.0f%% slower at rate 10",
                        sooner, RATES.size(), 100 * gain, 100 * (delay(HEURISTIC, HIGH) / delay(RANDOM, HIGH) - 1)),
                2 * sooner > RATES.size() && gain < SMALL_GAIN,
                "at rate 10, a node whose token no other node requests enters repeatedly; random choice makes this"
                        + " more likely");
        boolean all = ALL.stream().allMatch(algorithm -> delay(algorithm, LARGE) > delay(algorithm, LOW));
        claim(
                FIGURE_A,
                "the curves rise steadily at first",
                say(
                        "ours from %.2f at rate 0.001 to %.2f at rate 1; %s",
                        delay(RANDOM, LOW), delay(RANDOM, LARGE), all ? "all curves rise" : "not all curves rise"),
                all,
                "");
        double change = ALL.stream()
                .mapToDouble(algorithm -> Math.abs(delay(algorithm, HIGH) / delay(algorithm, 3) - 1))
                .max()
                .orElseThrow();
        claim(
                FIGURE_A,
                "the curves flatten out at higher rates",
                say("from rate 3 to rate 10, no curve changes by more than %.1f%%", 100 * change),
                change < ABOUT,
                "");
    }

    private boolean isSoonest(String ours, double rate) {
        return OTHERS.stream().allMatch(other -> delay(ours, rate) < delay(other, rate));
    }

    private void figureB() {
        double small = delay(RAYMOND, ONLY_TRANSIT, LOW) / delay(RANDOM, ONLY_TRANSIT, LOW);
        claim(
                FIGURE_B,
                "with Ts = Tr = 0, Raymond is better at low rates",
                say("%.2f times our delay at rate 0.001", small),
                small < 1 - SAME,
                "");
        claim(
                FIGURE_B,
                "with Ts = Tr = 0, Raymond is equally good at high rates",
                say("%s times our delay at rates 1, 3 and 10; with the heuristic, %s", large(RANDOM), large(HEURISTIC)),
                LARGE_RATES.stream().allMatch(rate -> isNear(ratio(RANDOM, rate), 1, SAME)),
                "true with the heuristic; without it, our average falls where holders enter repeatedly");
        double low = delay(RAYMOND, LOW) / delay(RANDOM, LOW);
        double high = delay(RAYMOND, LARGE) / delay(RANDOM, LARGE);
        claim(
                "4, fig. 3",
                "Raymond performs poorly when Ts is not 0",
                say("%.2f times our delay at rate 0.001, %.2f times at rate 1", low, high),
                low > 1 + ABOUT && high > 1 + ABOUT,
                "the n-1 copies of a request are sent one after another");
    }

    private double ratio(String ours, double rate) {
        return delay(RAYMOND, ONLY_TRANSIT, rate) / delay(ours, ONLY_TRANSIT, rate);
    }

    private String large(String ours) {
        return String.join(
                ", ",
                LARGE_RATES.stream().map(rate -> say("%.2f", ratio(ours, rate))).toList());
    }

    private void makki() {
        long longest = count(rate -> isLongest(BUSY, rate));
        long longestB = count(rate -> isLongest(ONLY_TRANSIT, rate));
        claim(
                "4, fig. 3",
                "Makki takes the longest time to enter",
                say(
                        "at %d of %d rates in (a), %d in (b); %.2f compared with our %.2f at rate 0.001",
                        longest, RATES.size(), longestB, delay(MAKKI, LOW), delay(RANDOM, LOW)),
                longest == RATES.size() && longestB == RATES.size(),
                "at low rates, every node knows the collector: one request to it, and the token back");
        long worse = count(rate -> delay(UNTIMED, rate) > delay(MAKKI, rate));
        claim(
                "4",
                "a version of Makki that is correct for Ts and Tr > 0 performs worse",
                say(
                        "at %d of %d rates; %.1f compared with %.1f at rate 10",
                        worse, RATES.size(), delay(UNTIMED, HIGH), delay(MAKKI, HIGH)),
                worse == RATES.size(),
                "under load, nearly all nodes have asked before: a node that waits for answers continues when it has"
                        + " them, whereas the timer takes 2Tt");
        double once = delay(MAKKI, HIGH);
        claim(
                "4",
                "at high load, Makki's token visits all other nodes before it returns",
                say("a request takes %.1f at rate 10; a token that visits %d nodes takes %d", once, N, N),
                isNear(once, N, ABOUT),
                "");
    }

    private boolean isLongest(Costs costs, double rate) {
        return ALL.stream().allMatch(other -> delay(other, costs, rate) <= delay(MAKKI, costs, rate));
    }

    /** Compares the order of each pair of algorithms by delay. */
    private void similar(String says, ToDoubleBiFunction<String, Double> other) {
        List<String> four = List.of(RANDOM, RAYMOND, SRIMANI, MAKKI);
        long same = 0;
        long all = 0;
        for (double rate : SOME_RATES) {
            for (int first = 0; first < four.size(); first++) {
                for (int second = first + 1; second < four.size(); second++) {
                    boolean before = delay(four.get(first), BUSY, rate) < delay(four.get(second), BUSY, rate);
                    boolean then =
                            other.applyAsDouble(four.get(first), rate) < other.applyAsDouble(four.get(second), rate);
                    same += before == then ? 1 : 0;
                    all++;
                }
            }
        }
        claim(
                "4",
                says,
                say("%d of %d pairs of algorithms are in the same order, at rates 0.01, 0.1, 1 and 10", same, all),
                same >= all * (1 - 2 * ABOUT),
                "\"similar\" is taken to mean at least four of five pairs");
    }
}
