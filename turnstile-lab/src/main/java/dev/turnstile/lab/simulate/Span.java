package dev.turnstile.lab.simulate;

import java.util.Locale;

/**
 * A time in the paper's two units: so many times c, the longest stay inside, and the rest in l, the longest time
 * between two steps.
 *
 * <pre>{@code
 * new Span(12.5, 4).text();      // with c = 4 l: "3c + 0.5l"
 * }</pre>
 *
 * @param inL the time in l
 * @param hold how many l one c is
 */
public record Span(double inL, int hold) {
    /** How many whole c fit. */
    public long wholeC() {
        return (long) Math.floor(inL / hold);
    }

    /** What is left after those, in l. */
    public double restL() {
        return inL - (double) wholeC() * hold;
    }

    /** Both, for people. */
    public String text() {
        double rest = Math.round(restL() * 10) / 10.0;
        String l = rest == Math.rint(rest) ? String.valueOf((long) rest) : String.format(Locale.ROOT, "%.1f", rest);
        return wholeC() + "c + " + l + "l";
    }
}
