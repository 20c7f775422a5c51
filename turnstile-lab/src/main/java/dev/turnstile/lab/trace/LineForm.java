package dev.turnstile.lab.trace;

import dev.turnstile.algorithm.Catalogue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A form that a line of a {@link Scenario} can have after the head. The page about scenarios explains each of them. */
enum LineForm {
    STEPS("pI steps", "p0 steps"),
    STEPS_COUNT("pI steps COUNT", "p0 steps 3"),
    ATTEMPTS("pI attempts", "p1 attempts"),
    GIVES_UP("pI gives up", "p1 gives up"),
    STOPS("pI stops forever", "p1 stops forever"),
    KILLED("pI is killed", "p1 is killed"),
    ASKS("pI asks", "p0 asks"),
    LEAVES("pI leaves", "p0 leaves"),
    TIMES_OUT("pI times out", "p0 times out"),
    RECEIVES("pI receives from pJ", "p1 receives from p0"),
    RECEIVES_MESSAGE("pI receives from pJ: MESSAGE", "p1 receives from p0: Request[number=1]"),
    CHOOSING("pI asks choosing C,C", "p0 asks choosing 1"),
    BECOMES(
            "pI becomes NAME=VALUE ...",
            "p1 becomes region=REMAINDER H=5 last=0 permissions=0 owed[0]=0 deferred[0]=0"),
    HOLDS("pI to pJ holds FRAME", "p1 to p0 holds 02000c"),
    EXPECT_REGION("expect pI REGION", "expect p0 CRITICAL"),
    EXPECT_FAILURE("expect pI fails", "expect p0 fails"),
    FOREVER(Scenario.FOREVER, Scenario.FOREVER);

    /** Where the format is described. */
    static final String PAGE = "docs/internals/scenarios.md";

    private static final Pattern OF_A_PROCESS = Pattern.compile("p\\d+ +(.*)");
    private static final String SUBJECT = "pI ";

    final String form;
    final String example;

    LineForm(String form, String example) {
        this.form = form;
        this.example = example;
    }

    /** Returns the end of a message about a line that has none of the forms: the form that is nearest to it. */
    static String nearestTo(String line) {
        Matcher ofAProcess = OF_A_PROCESS.matcher(line);
        return ofAProcess.matches()
                ? nearestMove(ofAProcess.group(1).replaceAll("\\bp\\d+", "pJ"))
                : nearestOther(line.split(" ", 2)[0]);
    }

    private static String nearestMove(String typed) {
        List<String> moves = Arrays.stream(values())
                .filter(one -> one.form.startsWith(SUBJECT))
                .map(one -> one.form.substring(SUBJECT.length()))
                .toList();
        return moves.stream()
                .filter(move -> move.startsWith(typed))
                .findFirst()
                .or(() -> near(typed, moves))
                .map(move -> didYouMean(SUBJECT + move))
                .orElse("; a line about a process begins like 'p0 steps', with shared memory, or 'p0 asks', with"
                        + " messages");
    }

    private static String nearestOther(String firstWord) {
        return near(firstWord, List.of("expect", "then"))
                .map(word -> didYouMean(word.equals("then") ? FOREVER.form : EXPECT_REGION.form))
                .orElse("; a line is a move ('p0 steps'), an expectation ('expect p0 CRITICAL') or '" + FOREVER.form
                        + "'");
    }

    private static Optional<String> near(String typed, List<String> names) {
        String suggested = Catalogue.didYouMean(typed, names);
        return names.stream()
                .filter(name -> suggested.contains("'" + name + "'"))
                .findFirst();
    }

    private static String didYouMean(String form) {
        return "; did you mean '" + form + "'?";
    }
}
