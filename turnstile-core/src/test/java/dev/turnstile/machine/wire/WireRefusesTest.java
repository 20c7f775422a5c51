package dev.turnstile.machine.wire;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.turnstile.machine.Message;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A component that messages can't carry is rejected when the codec is created, not when a message is sent. */
final class WireRefusesTest {
    private record Pair(int left, long right) {}

    private sealed interface Recursive extends Message {
        record Chain(int value, List<Link> links) implements Recursive {}

        record Link(List<Link> links) {}
    }

    private sealed interface RecursiveByTwo extends Message {
        record One(Two two) implements RecursiveByTwo {}

        record Two(List<One> ones) {}
    }

    private sealed interface WithArray extends Message {
        record Row(long[] values) implements WithArray {}
    }

    private sealed interface WithText extends Message {
        record Text(String text) implements WithText {}
    }

    private sealed interface WithBoxed extends Message {
        record Boxed(Integer number) implements WithBoxed {}
    }

    private sealed interface WithBoxedList extends Message {
        record Boxed(List<Integer> numbers) implements WithBoxedList {}
    }

    @SuppressWarnings("rawtypes")
    private sealed interface WithRawList extends Message {
        record Raw(List anything) implements WithRawList {}
    }

    private sealed interface WithWildcard extends Message {
        record Wild(List<? extends Pair> points) implements WithWildcard {}
    }

    private sealed interface WithListOfLists extends Message {
        record Lists(List<List<Pair>> points) implements WithListOfLists {}
    }

    private sealed interface WithVariable extends Message {
        record Any<T>(T value) implements WithVariable {}
    }

    private sealed interface WithReal extends Message {
        record Real(double value) implements WithReal {}
    }

    private sealed interface WithClass extends Message {
        final class Plain implements WithClass {}
    }

    private interface Open extends Message {
        record One(int value) implements Open {}
    }

    static List<Class<? extends Message>> whatCanNotBeSent() {
        return List.of(
                Recursive.class,
                RecursiveByTwo.class,
                WithArray.class,
                WithText.class,
                WithBoxed.class,
                WithBoxedList.class,
                WithRawList.class,
                WithWildcard.class,
                WithListOfLists.class,
                WithVariable.class,
                WithReal.class,
                WithClass.class,
                Open.class,
                Open.One.class,
                Message.class);
    }

    @ParameterizedTest
    @MethodSource("whatCanNotBeSent")
    void unsupportedComponentsAreRejectedWhenTheCodecIsCreated(Class<? extends Message> messages) {
        for (int again = 0; again < 2; again++) {
            assertThatIllegalArgumentException().isThrownBy(() -> Wire.of(messages));
        }
    }
}
