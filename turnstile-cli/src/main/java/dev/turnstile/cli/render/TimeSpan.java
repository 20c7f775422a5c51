package dev.turnstile.cli.render;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a time longer than zero, such as {@code 30s}, {@code 1.5m} or {@code 5}, which is five seconds. */
public final class TimeSpan implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d+|\\d*\\.\\d+)(ms|s|m|h|d|)");
    private static final Duration MOST = Duration.ofDays(36_500); // fits 64 bits of nanoseconds

    @Override
    public Duration convert(String text) {
        Duration time = parse(text);
        if (time.isZero()) {
            throw new TypeConversionException("'" + text + "' is too short: it must be longer than 0");
        }
        return time;
    }

    /** Parses a time that may be zero. */
    public static final class OrZero implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return parse(text);
        }
    }

    /** Parses a time, rounded up to nanoseconds, so that only zero gives zero. */
    private static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new TypeConversionException("'" + text
                    + "' is not a time: use a non-negative number followed by ms, s, m, h or d (default: s), such as"
                    + " 500ms, 1.5s, 30, 5m, 2h or 1d");
        }
        BigDecimal nanos = new BigDecimal(form.group(1))
                .multiply(BigDecimal.valueOf(unit(form.group(2)).getDuration().toNanos()))
                .setScale(0, RoundingMode.CEILING);
        if (nanos.compareTo(BigDecimal.valueOf(MOST.toNanos())) > 0) {
            throw new TypeConversionException("'" + text + "' is too long: at most " + MOST.toDays() + "d");
        }
        return Duration.ofNanos(nanos.longValueExact());
    }

    private static ChronoUnit unit(String letters) {
        return switch (letters) {
            case "ms" -> ChronoUnit.MILLIS;
            case "m" -> ChronoUnit.MINUTES;
            case "h" -> ChronoUnit.HOURS;
            case "d" -> ChronoUnit.DAYS;
            default -> ChronoUnit.SECONDS;
        };
    }
}
