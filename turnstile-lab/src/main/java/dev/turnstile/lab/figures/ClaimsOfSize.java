package dev.turnstile.lab.figures;

import static dev.turnstile.lab.figures.Bulgannawar.BUSY;
import static dev.turnstile.lab.figures.Bulgannawar.K;
import static dev.turnstile.lab.figures.Bulgannawar.N;
import static dev.turnstile.lab.figures.Bulgannawar.RATES;

import dev.turnstile.algorithm.forest.Forest;
import dev.turnstile.machine.Numbers;
import java.util.Collections;

/** The claims of bulgannawar-1995, sections 4 and 5, about the size of messages (figure 5) and about partitioning. */
final class ClaimsOfSize extends Claims {
    private static final String FIGURE = "4, fig. 5";
    private static final String PARTITIONED = ":partitioned";

    ClaimsOfSize(Measurements measured) {
        super(measured);
    }

    @Override
    void ask() {
        RATES.forEach(rate -> measured.want(Bulgannawar.run(RANDOM + PARTITIONED, BUSY, rate)));
    }

    @Override
    void judge() {
        words();
        sizeOfTokens();
        partitioning();
        about("Srimani-Reddy, partitioned: about N/K-1 = 9 messages", SRIMANI + PARTITIONED, N / (double) K - 1);
        about("Raymond: about 2(N-1) = 58 messages", RAYMOND, 2 * (N - 1));
        about("Raymond, partitioned: about 2(N/K-1) = 18 messages", RAYMOND + PARTITIONED, 2 * (N / (double) K - 1));
    }

    private void words() {
        double apart = most(rate -> Math.abs(words(HEURISTIC, rate) / words(RANDOM, rate) - 1));
        claim(
                FIGURE,
                "words per message are the same with and without the heuristic",
                say("up to %.0f%% apart: %.1f and %.1f at rate 1", 100 * apart, words(HEURISTIC, 1), words(RANDOM, 1)),
                apart < ABOUT,
                "at high load, the heuristic saves small messages, so the remaining ones are larger on average");
        words("ours: about 9 words at rate 1", RANDOM, 9, say("%.1f with the heuristic", words(HEURISTIC, 1)));
        words("Raymond: 4 words at rate 1", RAYMOND, 4, "");
        words("Srimani-Reddy: 6.5 words at rate 1", SRIMANI, 6.5, "");
        words("Makki: 8 words at rate 1", MAKKI, 8, "not counting the round number, which is our addition");
        double off = most(rate -> Math.abs(words(RAYMOND, rate) - 4));
        claim(FIGURE, "Raymond's curve is horizontal", say("off by at most %.3f", off), off < SAME, "");
        double least = OTHERS.stream()
                .mapToDouble(other -> words(RANDOM, 1) / words(other, 1))
                .min()
                .orElseThrow();
        double most = OTHERS.stream()
                .mapToDouble(other -> words(RANDOM, 1) / words(other, 1))
                .max()
                .orElseThrow();
        claim(
                FIGURE,
                "our messages are about 1.5 to 2 times larger than the others'",
                say("%.1f to %.1f times, at rate 1", least, most),
                least >= 1.5 - ABOUT && most <= 2 + ABOUT,
                "the paper's own numbers give 9/8 to 9/4");
    }

    /** Judges the size by construction, from the message itself. */
    private void sizeOfTokens() {
        int half = wordsOfToken(N / 2);
        int all = wordsOfToken(N);
        claim(
                FIGURE,
                "the size of a TOKEN grows at most linearly with the number of nodes",
                say("%d words with %d waiting, %d with %d", half, N / 2, all, N),
                all - half == 2 * (N - N / 2),
                "by construction: 4 words, plus 2 for each entry of its queue");
    }

    private static int wordsOfToken(int waiting) {
        return new Forest.ForestMessage.Token(0, Numbers.of(), Collections.nCopies(waiting, new Forest.Entry(0, 0)))
                .words();
    }

    private void words(String says, String algorithm, double expected, String remark) {
        double found = words(algorithm, 1);
        claim(FIGURE, says, say("%.1f", found), isNear(found, expected, ABOUT), remark);
    }

    private void partitioning() {
        for (String algorithm : OTHERS) {
            long better = count(rate -> messages(algorithm + PARTITIONED, rate) < messages(algorithm, rate)
                    && delay(algorithm + PARTITIONED, rate) < delay(algorithm, rate));
            claim(
                    "5",
                    "partitioning performs quite well for " + algorithm,
                    say("fewer messages and a shorter delay at %d of %d rates", better, RATES.size()),
                    2 * better > RATES.size(),
                    "");
        }
        long fewer = count(rate -> messages(RANDOM + PARTITIONED, rate) < messages(RANDOM, rate));
        long sooner = count(rate -> delay(RANDOM + PARTITIONED, rate) < delay(RANDOM, rate));
        long soonerThanHeuristic = count(rate -> delay(RANDOM + PARTITIONED, rate) < delay(HEURISTIC, rate));
        claim(
                "5",
                "partitioning does not improve ours",
                say(
                        "fewer messages at %d, a shorter delay at %d of %d rates; shorter than with the heuristic at"
                                + " %d",
                        fewer, sooner, RATES.size(), soonerThanHeuristic),
                2 * fewer <= RATES.size() && 2 * sooner <= RATES.size(),
                "in either case, a request waits for one token; it finds its way faster among 10 nodes than among 30");
    }

    private void about(String says, String algorithm, double expected) {
        double low = messages(algorithm, LOW);
        double high = messages(algorithm, HIGH);
        claim(
                "5",
                says,
                say("%.2f at rate 0.001, %.2f at rate 10", low, high),
                isNear(low, expected, 2 * ABOUT) && isNear(high, expected, 2 * ABOUT),
                "\"about\" is taken to mean within 20%");
    }
}
