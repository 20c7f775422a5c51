package dev.turnstile.cli.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Goal: times, sizes and numbers are parsed and formatted with their units. */
class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "30s, PT30S",
        "5m, PT5M",
        "2h, PT2H",
        "2d, P2D",
        "5, PT5S",
        "0.5, PT0.5S",
        ".5, PT0.5S",
        "1.5s, PT1.5S",
        "90m, PT1H30M",
        "0.25ms, PT0.00025S",
        "36500d, P36500D",
        "007, PT7S",
        "0.0000000001s, PT0.000000001S"
    })
    void readsTimes(String text, Duration time) {
        assertThat(new TimeSpan().convert(text)).isEqualTo(time);
        assertThat(new TimeSpan.OrZero().convert(text)).isEqualTo(time);
    }

    @Test
    void theLongestTimeFitsNanoseconds() {
        assertThat(new TimeSpan().convert("36500d").toNanos()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1", "-1s", "+1s", "5 s", "5S", "5w", "1e3", "1,5s", "5.", ".", "\u0665s", "NaN"})
    void rejectsInvalidTimes(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new TimeSpan.OrZero().convert(text))
                .withMessage(
                        "'" + text + "' is not a time: use a non-negative number followed by ms, s, m, h or d (default:"
                                + " s), such as 500ms, 1.5s, 30, 5m, 2h or 1d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"36500.1d", "36501d", "999999999999999999999999999999ms"})
    void rejectsTimesThatAreTooLong(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new TimeSpan.OrZero().convert(text))
                .withMessage("'" + text + "' is too long: at most 36500d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0s", "0.0ms"})
    void acceptsZeroOnlyWhereAllowed(String text) {
        assertThat(new TimeSpan.OrZero().convert(text)).isZero();
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new TimeSpan().convert(text))
                .withMessage("'" + text + "' is too short: it must be longer than 0");
    }

    @ParameterizedTest
    @CsvSource({"64K, 65536", "512M, 536870912", "4G, 4294967296", "4g, 4294967296", "1k, 1024", "2m, 2097152"})
    void readsSizes(String text, long bytes) {
        assertThat(new Size().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "G", "0G", "-1G", "1.5G", "4 G", "4GB", "4X", "1000000000G"})
    void rejectsInvalidSizes(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new Size().convert(text))
                .withMessage(
                        "'" + text + "' is not a size: use a whole number followed by K, M or G, such as 512M or 4G");
    }

    @Test
    void theLargestSizeFitsALong() {
        assertThat(new Size().convert("999999999G")).isPositive();
    }

    @Test
    void writesCounts() {
        assertThat(HumanFormat.count(1234567)).isEqualTo("1,234,567");
        assertThat(HumanFormat.count(1, "state")).isEqualTo("1 state");
        assertThat(HumanFormat.count(0, "state")).isEqualTo("0 states");
    }

    @Test
    void writesSizesAndTimes() {
        assertThat(HumanFormat.bytes(1 << 19)).isEqualTo("0.5 MiB");
        assertThat(HumanFormat.bytes(3L << 30)).isEqualTo("3.0 GiB");
        assertThat(HumanFormat.seconds(Duration.ofMillis(1234))).isEqualTo("1.23 s");
    }
}
