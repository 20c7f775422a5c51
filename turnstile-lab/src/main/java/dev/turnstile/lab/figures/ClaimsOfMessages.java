package dev.turnstile.lab.figures;

import static dev.turnstile.lab.figures.Bulgannawar.BUSY;
import static dev.turnstile.lab.figures.Bulgannawar.K;
import static dev.turnstile.lab.figures.Bulgannawar.N;
import static dev.turnstile.lab.figures.Bulgannawar.ONLY_TRANSIT;
import static dev.turnstile.lab.figures.Bulgannawar.RATES;

import dev.turnstile.lab.simulate.Metric;
import java.util.List;
import java.util.function.BiFunction;

/** The claims of bulgannawar-1995, sections 3 and 4, about the number of messages: figure 4 and its discussion. */
final class ClaimsOfMessages extends Claims {
    private static final String WITHOUT_INFORM = "forest-as-printed:nu=0";
    private static final String TREHEL_NAIMI = "trehel-naimi";

    ClaimsOfMessages(Measurements measured) {
        super(measured);
    }

    @Override
    void ask() {
        measured.want(Bulgannawar.run(WITHOUT_INFORM, BUSY, LOW));
        measured.want(Bulgannawar.run(WITHOUT_INFORM, BUSY, LARGE));
        measured.want(single(WITHOUT_INFORM));
        measured.want(single(TREHEL_NAIMI));
    }

    @Override
    void judge() {
        informs();
        queues();
        ours();
        rivals();
        whatDoesNotMatter();
    }

    private void informs() {
        double with = messages(RANDOM, LOW);
        double without = messages(WITHOUT_INFORM, LOW);
        claim(
                "3",
                "at low load, INFORM could save more messages than it costs",
                say("%.2f messages per entry with nu = 2, %.2f with nu = 0, at rate 0.001", with, without),
                with < without,
                "two INFORM messages per exit shorten a request's path by less than one hop each");
        double more = messages(RANDOM, LARGE) - messages(WITHOUT_INFORM, LARGE);
        claim(
                "3",
                "at high load, INFORM is seldom sent",
                say(
                        "nu = 2 costs %.2f messages per entry more than nu = 0 at rate 1, %.2f at rate 0.001",
                        more, with - without),
                more < (with - without) / 4,
                "\"seldom\" is taken to mean less than a quarter of the number at low load. A token's queue is empty"
                        + " now and then, no matter which nodes wait for other tokens");
    }

    private void queues() {
        double ours = mean(single(WITHOUT_INFORM), Metric.MESSAGES);
        double theirs = mean(single(TREHEL_NAIMI), Metric.MESSAGES);
        claim(
                "3",
                "keeping requests in a node-queue needs fewer messages than Trehel-Naimi",
                say("%.2f compared with %.2f per entry, K = 1, nu = 0, rate 10", ours, theirs),
                ours < theirs,
                "");
        double oursWords = mean(single(WITHOUT_INFORM), Metric.WORDS_PER_MESSAGE);
        double theirWords = mean(single(TREHEL_NAIMI), Metric.WORDS_PER_MESSAGE);
        claim(
                "3",
                "the node-queue comes at the cost of larger messages",
                say("%.1f compared with %.1f words per message", oursWords, theirWords),
                oursWords > theirWords,
                "");
    }

    private void ours() {
        long fewest = count(rate -> OTHERS.stream().allMatch(other -> messages(RANDOM, rate) < messages(other, rate)));
        claim(
                "4, fig. 4",
                "ours needs fewer messages than the others at most rates",
                say("at %d of %d rates", fewest, RATES.size()),
                2 * fewest > RATES.size(),
                "");
        double saved = messages(RANDOM, LARGE) - messages(HEURISTIC, LARGE);
        claim(
                "4, fig. 4",
                "the heuristic needs fewer messages at high load",
                say("%.2f compared with %.2f at rate 1", messages(HEURISTIC, LARGE), messages(RANDOM, LARGE)),
                saved > 0,
                "");
    }

    private void rivals() {
        claim(
                "4",
                say("Raymond needs between 2N-K-1 = %d and 2(N-1) = %d messages", 2 * N - K - 1, 2 * (N - 1)),
                say("%.2f to %.2f", least(rate -> messages(RAYMOND, rate)), most(rate -> messages(RAYMOND, rate))),
                least(rate -> messages(RAYMOND, rate)) >= 2 * N - K - 1
                        && most(rate -> messages(RAYMOND, rate)) <= 2 * (N - 1) * (1 + SAME / 5),
                "1% above is accepted, because requests from the warm-up are answered after it");
        double away = most(rate -> Math.abs(messages(SRIMANI, rate) / (N - 1) - 1));
        claim(
                "4",
                say("Srimani-Reddy needs close to N-1 = %d messages", N - 1),
                say(
                        "%.1f at rate 0.001, %.1f at rate 10; never off by more than %.0f%%",
                        messages(SRIMANI, LOW), messages(SRIMANI, HIGH), 100 * away),
                away < ABOUT,
                "");
        claim(
                "4",
                "Makki needs a fairly large number of messages at low load, and fewer as the rate grows",
                say(
                        "%.1f, %.1f, %.1f at rates 0.001, 0.1, 10",
                        messages(MAKKI, LOW), messages(MAKKI, 0.1), messages(MAKKI, HIGH)),
                messages(MAKKI, LOW) > N / 2.0
                        && messages(MAKKI, LOW) > messages(MAKKI, 0.1)
                        && messages(MAKKI, 0.1) > messages(MAKKI, HIGH),
                "");
        claim(
                "4",
                "Makki needs only three messages under heavy load",
                say("%.2f at rate 10", messages(MAKKI, HIGH)),
                isNear(messages(MAKKI, HIGH), 3, SAME),
                "");
        claim(
                "4",
                "Makki shows that few messages do not imply a short time",
                say(
                        "%.2f times our messages and %.1f times our delay, at rate 1",
                        messages(MAKKI, LARGE) / messages(RANDOM, LARGE), delay(MAKKI, LARGE) / delay(RANDOM, LARGE)),
                delay(MAKKI, LARGE) > 2 * delay(RANDOM, LARGE),
                "");
    }

    private void whatDoesNotMatter() {
        hardlyChanges(
                "Ts and Tr hardly change the number of messages",
                (algorithm, rate) ->
                        List.of(messages(algorithm, HALF_BUSY, rate), messages(algorithm, ONLY_TRANSIT, rate)),
                "Ts = Tr = 0.05 and 0, compared with 0.1");
        hardlyChanges(
                "E hardly changes the number of messages",
                (algorithm, rate) -> List.of(mean(longer(algorithm, rate), Metric.MESSAGES)),
                "E = 1 makes queues longer at medium rates, and a request that finds a queue needs fewer messages");
    }

    private void hardlyChanges(String says, BiFunction<String, Double, List<Double>> others, String remark) {
        double furthest = 0;
        String where = "";
        for (String algorithm : ALL) {
            for (double rate : SOME_RATES) {
                for (double other : others.apply(algorithm, rate)) {
                    double off = Math.abs(other / messages(algorithm, rate) - 1);
                    where = off > furthest ? algorithm + " at rate " + rate : where;
                    furthest = Math.max(furthest, off);
                }
            }
        }
        claim("4", says, say("by up to %.0f%%: %s", 100 * furthest, where), furthest < ABOUT, remark);
    }
}
