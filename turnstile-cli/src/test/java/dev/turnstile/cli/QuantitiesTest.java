package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Goal: times, sizes and numbers are read and written with their units. */
class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "5m, PT5M", "2h, PT2H", "999999h, PT999999H"})
    void readsTimes(String text, Duration time) {
        assertThat(new TimeSpan().convert(text)).isEqualTo(time);
    }

    @Test
    void theLongestTimeFitsNanoseconds() {
        assertThat(new TimeSpan().convert("999999h").toNanos()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "0s", "-1s", "1.5s", "5 s", "5d", "5S", "1000000s"})
    void refusesOtherTimes(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new TimeSpan().convert(text))
                .withMessageStartingWith("'" + text + "' is not a time")
                .withMessageEndingWith("such as 500ms, 30s, 5m or 2h");
    }

    @ParameterizedTest
    @CsvSource({"64K, 65536", "512M, 536870912", "4G, 4294967296", "4g, 4294967296", "1k, 1024", "2m, 2097152"})
    void readsSizes(String text, long bytes) {
        assertThat(new Size().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "G", "0G", "-1G", "1.5G", "4 G", "4GB", "4X", "1000000000G"})
    void refusesOtherSizes(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new Size().convert(text))
                .withMessage("'" + text + "' is not a size: a whole number and K, M or G, such as 512M or 4G");
    }

    @Test
    void theLargestSizeFitsALong() {
        assertThat(new Size().convert("999999999G")).isPositive();
    }

    @Test
    void writesCounts() {
        assertThat(Human.count(1234567)).isEqualTo("1,234,567");
        assertThat(Human.count(1, "state")).isEqualTo("1 state");
        assertThat(Human.count(0, "state")).isEqualTo("0 states");
    }

    @Test
    void writesSizesAndTimes() {
        assertThat(Human.bytes(1 << 19)).isEqualTo("0.5 MiB");
        assertThat(Human.bytes(3L << 30)).isEqualTo("3.0 GiB");
        assertThat(Human.seconds(Duration.ofMillis(1234))).isEqualTo("1.23 s");
    }
}
