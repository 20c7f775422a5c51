package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.Node;
import dev.turnstile.machine.NodeSystem;
import dev.turnstile.machine.Outbox;
import dev.turnstile.machine.Region;
import dev.turnstile.property.AtMost;
import dev.turnstile.property.Granted;
import dev.turnstile.property.Property;
import org.junit.jupiter.api.Test;

/** Goal: the run that a check shows is the same whoever found it, and is shown also where another run makes a node fail. */
final class NodeTracesTest {
    /** Whoever leaves tells node 0, which waits for ever, or fails, when it has heard that so often. */
    private record Tired(int nodes, int most, boolean fails) implements NodeSystem<Tired.Telling> {
        sealed interface Telling extends Message {
            record Left() implements Telling {}
        }

        @Override
        public int places() {
            return nodes;
        }

        @Override
        public Class<Telling> messages() {
            return Telling.class;
        }

        @Override
        public Node<Telling> node(int index) {
            return new One(index);
        }

        private final class One implements Node<Telling> {
            private final int i;
            private Region region = Region.REMAINDER;
            private int heard;

            One(int index) {
                i = index;
            }

            @Override
            public Region region() {
                return region;
            }

            @Override
            public void acquire(int units, Outbox<Telling> out) {
                region = Region.CRITICAL;
            }

            @Override
            public void release(Outbox<Telling> out) {
                region = Region.REMAINDER;
                if (i > 0) {
                    out.send(0, new Telling.Left());
                }
            }

            @Override
            public void cancel(Outbox<Telling> out) {
                region = Region.REMAINDER;
            }

            @Override
            public void receive(int from, Telling message, Outbox<Telling> out) {
                heard++;
                if (heard == most && fails) {
                    throw new IllegalStateException("too much");
                }
                region = heard == most ? Region.TRYING : region;
            }

            @Override
            public void state(Fields fields) {
                region = fields.choice("region", region, Region.values());
                heard = fields.range("heard", heard, 0, 100);
            }
        }
    }

    private static Trace trace(Tired system, int requests, int threads, Property property) {
        Report report = Check.ofNodes(() -> system)
                .withRequests(requests)
                .withThreads(threads)
                .withProperties(property)
                .run();
        return ((Verdict.Violated) report.verdict()).trace();
    }

    @Test
    void configurationsThatDifferOnlyInHowOftenSomebodyMayStillAskAreToldApart() {
        Tired system = new Tired(5, 6, false);
        Trace alone = trace(system, 3, 1, new Granted());
        for (int i = 0; i < 5; i++) {
            assertThat(trace(system, 3, 2, new Granted())).isEqualTo(alone);
        }
    }

    @Test
    void aMoveThatFailsElsewhereDoesNotHinderTheTrace() {
        // three inside after three moves; and after three moves, the fourth makes node 0 fail
        for (int limit = 1; limit <= 4; limit++) {
            assertThat(trace(new Tired(5, 1, true), 2, 1, new AtMost(limit)).steps())
                    .hasSizeBetween(1, 5);
        }
    }
}
