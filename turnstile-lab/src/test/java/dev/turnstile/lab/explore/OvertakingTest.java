package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.property.WaitsAtMost;
import dev.turnstile.machine.Region;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often others enter while a process waits. */
final class OvertakingTest {
    private static Check check(String name, String units) {
        int[] asked =
                Arrays.stream(units.split("-")).mapToInt(Integer::parseInt).toArray();
        int most = Arrays.stream(asked).max().orElseThrow();
        return NodeFamilyTest.check(name, asked.length, most).withRequests(0).withUnits(asked);
    }

    @ParameterizedTest(name = "{0}, asking for {1}: {2}")
    @CsvSource({
        "tree-priority:shape=path, 1-1, 1",
        "tree-priority:shape=path, 1-2, 3",
        "tree-priority:shape=star, 1-1-1, 3",
        "tree-priority:shape=star, 1-2-1, 12",
        "tree-priority:shape=path, 1-2-1, 6",
        "tree:c-max=0, 1-2, 3"
    })
    void theLongestWaitIsFound(String name, String units, int longest) {
        Check check = check(name, units);
        assertThat(check.longestWait()).isEqualTo(OptionalInt.of(longest));
        assertThat(check.withProperties(new WaitsAtMost(longest)).run().verdict())
                .isEqualTo(new Verdict.Holds());
        assertThat(shown(check, longest - 1, "p[0-9] waits while the others enter " + longest + " times"))
                .hasSize(longest);
    }

    /** Returns the entries in the run that is shown, from the request of the process that does not enter. */
    private static List<String> shown(Check check, int allowed, String reason) {
        Report report = check.withProperties(new WaitsAtMost(allowed)).run();
        Verdict.Violated found = (Verdict.Violated) report.verdict();
        assertThat(found.violation().reason()).matches(reason);
        int victim = found.violation().participants().getFirst();
        List<String> lines =
                found.trace().steps().stream().map(Object::toString).toList();
        int asked = lines.size() - 1;
        while (!lines.get(asked).contains("p" + victim + ".region=" + Region.TRYING)) {
            asked--;
        }
        List<String> entries = lines.subList(asked, lines.size()).stream()
                .filter(line -> line.contains("region=" + Region.CRITICAL))
                .toList();
        assertThat(entries).noneMatch(line -> line.contains("p" + victim + ".region=" + Region.CRITICAL));
        return entries;
    }

    @Test
    void lockoutMeansThereIsNoLongestWait() {
        Check check = NodeFamilyTest.check("tree-pusher:shape=star", 3, 3)
                .withRequests(0)
                .withUnits(1, 2, 1);
        assertThat(check.longestWait()).isEmpty();
        assertThat(shown(check, 7, "p1 waits while the others enter at least 8 times"))
                .hasSizeGreaterThanOrEqualTo(8);
    }
}
