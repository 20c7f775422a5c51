package dev.turnstile.cli.render;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Formats numbers for people. */
public final class HumanFormat {
    private static final double MIB = 1 << 20;

    private HumanFormat() {}

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Formats a number of things, with the plural's s where it belongs. */
    public static String count(long count, String thing) {
        return count(count) + " " + thing + (count == 1 ? "" : "s");
    }

    /** Formats a number with up to six significant digits, and no more than it needs. */
    public static String number(double value) {
        BigDecimal rounded = new BigDecimal(value, new MathContext(6)).stripTrailingZeros();
        return (Math.abs(value) >= 1e-6 && Math.abs(value) < 1e9) || value == 0
                ? rounded.toPlainString()
                : rounded.toString();
    }

    public static String bytes(long bytes) {
        double mebibytes = bytes / MIB;
        return mebibytes < 1024
                ? String.format(Locale.ROOT, "%.1f MiB", mebibytes)
                : String.format(Locale.ROOT, "%.1f GiB", mebibytes / 1024);
    }

    public static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toNanos() / 1e9);
    }

    /** Formats a time the way a user would have typed it. */
    public static String exact(Duration time) {
        return time.toMinutes() < 1 && time.toMillis() > 0 ? number(time.toMillis() / 1e3) + "s" : span(time);
    }

    /** Formats a time in its two largest units. */
    public static String span(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m" + seconds % 60 + "s";
        }
        return seconds < 86_400
                ? seconds / 3600 + "h" + seconds % 3600 / 60 + "m"
                : seconds / 86_400 + "d" + seconds % 86_400 / 3600 + "h";
    }

    /** Formats ascending numbers, with consecutive ones as a range: 0-2,5. */
    public static String ranges(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (int from = 0, to; from < numbers.size(); from = to) {
            to = from + 1;
            while (to < numbers.size() && numbers.get(to) == numbers.get(to - 1) + 1) {
                to++;
            }
            text.append(text.isEmpty() ? "" : ",").append(numbers.get(from));
            text.append(to - from > 1 ? "-" + numbers.get(to - 1) : "");
        }
        return text.toString();
    }
}
