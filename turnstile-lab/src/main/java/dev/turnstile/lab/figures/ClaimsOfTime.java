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
        similar(
                "results for other Ts and Tr are similar in trend",
                (algorithm, rate) -> delay(algorithm, HALF_BUSY, rate));
        similar(
                "results for E = 1 are similar in trend",
                (algorithm, rate) -> mean(longer(algorithm, rate), Metric.DELAY));
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
                "for the forest with either choice and Makki, at rates 0.01 and 1");
    }

    private void figureA() {
        long best = count(rate -> isSoonest(RANDOM, rate) && isSoonest(HEURISTIC, rate));
        claim(
                FIGURE_A,
                "ours enters sooner than the others at most rates",
                say("at %d of %d rates, with either choice of the token", best, RATES.size()),
                2 * best > RATES.size(),
                "at the lowest rates Makki and Srimani-Reddy are faster: a request there, and a token back");
        long sooner = count(rate -> delay(HEURISTIC, rate) < delay(RANDOM, rate));
        double gain = most(rate -> 1 - delay(HEURISTIC, rate) / delay(RANDOM, rate));
        claim(
                FIGURE_A,
                "the heuristic improves the time, by a small amount",
                say(
                        "at %d of %d rates, by %.0f%% at most; %.0f%% more time at rate 10",
                        sooner, RATES.size(), 100 * gain, 100 * (delay(HEURISTIC, HIGH) / delay(RANDOM, HIGH) - 1)),
                2 * sooner > RATES.size() && gain < SMALL_GAIN,
                "at rate 10 a node whose token nobody asks for enters again and again, which random choice makes"
                        + " likelier");
        boolean all = ALL.stream().allMatch(algorithm -> delay(algorithm, LARGE) > delay(algorithm, LOW));
        claim(
                FIGURE_A,
                "the curves rise steadily at first",
                say(
                        "ours from %.2f at rate 0.001 to %.2f at rate 1; %s",
                        delay(RANDOM, LOW), delay(RANDOM, LARGE), all ? "all of them rise" : "not all of them rise"),
                all,
                "");
        double change = ALL.stream()
                .mapToDouble(algorithm -> Math.abs(delay(algorithm, HIGH) / delay(algorithm, 3) - 1))
                .max()
                .orElseThrow();
        claim(
                FIGURE_A,
                "and flatten out for greater rates",
                say("from rate 3 to rate 10 none changes by more than %.1f%%", 100 * change),
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
                "with Ts = Tr = 0 Raymond is better at small rates",
                say("%.2f of our time at rate 0.001", small),
                small < 1 - SAME,
                "");
        claim(
                FIGURE_B,
                ".. and equally good at large ones",
                say("%s of our time at rates 1, 3 and 10; with the heuristic %s", large(RANDOM), large(HEURISTIC)),
                LARGE_RATES.stream().allMatch(rate -> isNear(ratio(RANDOM, rate), 1, SAME)),
                "with the heuristic yes; without, our average falls where holders enter again and again");
        double low = delay(RAYMOND, LOW) / delay(RANDOM, LOW);
        double high = delay(RAYMOND, LARGE) / delay(RANDOM, LARGE);
        claim(
                "4, fig. 3",
                "Raymond performs poorly when Ts is not 0",
                say("%.2f times our time at rate 0.001, %.2f times at rate 1", low, high),
                low > 1 + ABOUT && high > 1 + ABOUT,
                "n-1 copies of a request are sent one after another");
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
                "the time to enter is longest for Makki",
                say(
                        "at %d of %d rates in (a), %d in (b); %.2f against our %.2f at rate 0.001",
                        longest, RATES.size(), longestB, delay(MAKKI, LOW), delay(RANDOM, LOW)),
                longest == RATES.size() && longestB == RATES.size(),
                "at low rates everybody knows the collector: a request there, and the token back");
        long worse = count(rate -> delay(UNTIMED, rate) > delay(MAKKI, rate));
        claim(
                "4",
                "a Makki that is right for Ts and Tr > 0 performs worse",
                say(
                        "at %d of %d rates; %.1f against %.1f at rate 10",
                        worse, RATES.size(), delay(UNTIMED, HIGH), delay(MAKKI, HIGH)),
                worse == RATES.size(),
                "under load nearly all have asked before: who waits for answers goes on when it has them, the timer"
                        + " takes 2Tt");
        double once = delay(MAKKI, HIGH);
        claim(
                "4",
                "at high load Makki's token goes through all other nodes before it returns",
                say("a request takes %.1f at rate 10; the token's way through %d nodes takes %d", once, N, N),
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
                "\"similar\" was read as: at least four of five pairs");
    }
}
