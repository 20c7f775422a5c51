package dev.turnstile.lab.simulate;

import java.util.Locale;

/**
 * A time in the two units of omori-2002: a whole number of c, the longest stay inside, and a remainder in l, the
 * longest time between two steps.
 *
 * <pre>{@code
 * new Span(12.5, 4).text();      // with c = 4 l: "3c + 0.5l"
 * }</pre>
 *
 * @param inL the time in l
 * @param hold the length of c, in l
 */
public record Span(double inL, int hold) {
    /** Returns the number of whole c in this time. */
    public long wholeC() {
        return (long) Math.floor(inL / hold);
    }

    /** Returns the remainder after the whole c, in l. */
    public double restL() {
        return inL - (double) wholeC() * hold;
    }

    /** Returns this time as text, such as "3c + 0.5l". */
    public String text() {
        double rest = Math.round(restL() * 10) / 10.0;
        String l = rest == Math.rint(rest) ? String.valueOf((long) rest) : String.format(Locale.ROOT, "%.1f", rest);
        return wholeC() + "c + " + l + "l";
    }
}
