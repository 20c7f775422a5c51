package dev.turnstile.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.turnstile.Turnstile;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A test of the suite exists if the driver has declared the abilities it needs, and not otherwise. */
final class AbilityTest {
    private static final String NEEDS_ORDER = "futuresCompleteInTheOrderOfTheirCalls";
    private static final String NEEDS_ORDER_AND_UNITS = "tryAcquireDoesNotOvertakeAWaiter";
    private static final String NEEDS_NOTHING = "closingTwiceHasNoEffect";

    @Test
    void testIsGeneratedIfAllItsAbilitiesAreDeclared() {
        TestExecutionSummary everything = run(Undeclared.class);
        assertThat(everything.getTestsFoundCount()).isEqualTo(3);
        assertThat(everything.getTestsSucceededCount()).isEqualTo(3);
    }

    @Test
    void testThatNeedsMoreIsNotGeneratedRatherThanSkipped() {
        TestExecutionSummary inOrder = run(InOrder.class);
        assertThat(inOrder.getTestsFoundCount()).isEqualTo(2);
        assertThat(inOrder.getTestsSucceededCount()).isEqualTo(2);
        TestExecutionSummary least = run(Least.class);
        assertThat(least.getTestsFoundCount()).isEqualTo(1);
        assertThat(least.getTestsSucceededCount()).isEqualTo(1);
    }

    private static TestExecutionSummary run(Class<? extends TurnstileConformance> suite) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(
                        selectMethod(suite, NEEDS_NOTHING),
                        selectMethod(suite, NEEDS_ORDER),
                        selectMethod(suite, NEEDS_ORDER_AND_UNITS))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false") // within another run
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    /** Declares no abilities, and so has the default. */
    static class Undeclared extends TurnstileConformance {
        @Override
        public final Turnstile.Builder describe(int limit) {
            return Turnstile.atMost(limit);
        }

        @Override
        public final Set<String> refusedOptions() {
            return Set.of("changingLimit");
        }
    }

    /** Declares order, and nothing else. */
    static final class InOrder extends Undeclared {
        @Override
        public Set<Ability> abilities() {
            return EnumSet.of(Ability.ORDER);
        }
    }

    /** Declares no more than every turnstile must do. */
    static final class Least extends Undeclared {
        @Override
        public Set<Ability> abilities() {
            return EnumSet.noneOf(Ability.class);
        }
    }
}
