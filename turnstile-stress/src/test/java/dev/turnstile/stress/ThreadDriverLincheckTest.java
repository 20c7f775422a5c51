package dev.turnstile.stress;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The thread driver under Lincheck: random short programs of two or three threads. Their results must be those of some
 * sequential order of the same calls.
 *
 * <p>Model checking tries the interleavings itself, switch by switch. Stress mode leaves them to the machine.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
final class ThreadDriverLincheckTest {
    private static final int THROUGH_INVOCATIONS = 20_000;

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(500)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1);
    }

    private static StressOptions stress() {
        return new StressOptions()
                .iterations(5)
                .invocationsPerIteration(1_000)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1);
    }

    @Test
    void unitsAreLinearizable() {
        modelChecking().sequentialSpecification(Surface.UnitsOneByOne.class).check(Surface.NumberedUnits.class);
        stress().sequentialSpecification(Surface.UnitsOneByOne.class).check(Surface.NumberedUnits.class);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Surface.QueueLimits.class,
                Surface.NumberedLimits.class,
                Surface.UnboundedColoredLimits.class,
                Surface.ColoredLimits.class
            })
    void changesOfTheLimitAreLinearizable(Class<?> surface) {
        modelChecking().sequentialSpecification(Surface.LimitsOneByOne.class).check(surface);
        stress().sequentialSpecification(Surface.LimitsOneByOne.class).check(surface);
    }

    @ParameterizedTest
    @ValueSource(classes = {Surface.QueueThrough.class, Surface.NumberedThrough.class})
    void allWaitersGetThrough(Class<?> surface) throws NoSuchMethodException {
        Actor leave = actor(surface.getMethod("leave"));
        Actor through = actor(surface.getMethod("through"));
        new ModelCheckingOptions()
                .iterations(0)
                .invocationsPerIteration(THROUGH_INVOCATIONS)
                .addCustomScenario(new ExecutionScenario(
                        List.of(), List.of(List.of(leave), List.of(through), List.of(through)), List.of(), null))
                .check(surface);
    }

    private static Actor actor(Method method) {
        return new Actor(method, List.of());
    }
}
