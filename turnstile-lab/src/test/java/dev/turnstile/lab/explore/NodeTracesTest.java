package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.property.AtMost;
import dev.turnstile.lab.property.Granted;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Region;
import org.junit.jupiter.api.Test;

/** Goal: a check shows the same run whichever thread found it, and shows it even if another run makes a node fail. */
final class NodeTracesTest {
    /**
     * Nodes that tell node 0 when they leave. Node 0 waits forever, or fails, after hearing this {@code most} times.
     */
    private static Toy tired(int nodes, int most, boolean fails) {
        return Toy.of("tired", nodes)
                .variable("heard", 0, 0, 100)
                .onRelease((me, out) -> {
                    if (me.index() > 0) {
                        out.send(0, new Toy.ToyMessage.Note());
                    }
                })
                .onReceive((me, from, message, out) -> {
                    me.add("heard", 1);
                    if (me.get("heard") == most) {
                        if (fails) {
                            throw new IllegalStateException("too much");
                        }
                        me.moveTo(Region.TRYING);
                    }
                });
    }

    private static Trace trace(Toy system, int requests, int threads, Property property) {
        Report report = Check.ofNodes(() -> system)
                .withRequests(requests)
                .withThreads(threads)
                .withProperties(property)
                .run();
        return ((Verdict.Violated) report.verdict()).trace();
    }

    @Test
    void configurationsThatDifferOnlyInRequestsLeftAreDistinct() {
        Toy system = tired(5, 6, false);
        Trace alone = trace(system, 3, 1, new Granted());
        for (int i = 0; i < 5; i++) {
            assertThat(trace(system, 3, 2, new Granted())).isEqualTo(alone);
        }
    }

    @Test
    void aFailingMoveElsewhereDoesNotAffectTheTrace() {
        // three are inside after three moves; after three other moves, the fourth makes node 0 fail
        for (int limit = 1; limit <= 4; limit++) {
            assertThat(trace(tired(5, 1, true), 2, 1, new AtMost(limit)).steps())
                    .hasSizeBetween(1, 5);
        }
    }
}
