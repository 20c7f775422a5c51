package dev.turnstile.lab.property;

/**
 * The waiting time of datta-2009, section 2: from when one asks until it enters, the others enter at most so many times, all together.
 *
 * <pre>{@code
 * new WaitsAtMost(6).sentence();
 * }</pre>
 */
public record WaitsAtMost(int entries) implements Property {
    /** Not less than none. */
    public WaitsAtMost {
        if (entries < 0) {
            throw new IllegalArgumentException("others enter 0 times or more, not " + entries);
        }
    }

    @Override
    public String name() {
        return "waiting";
    }

    @Override
    public String sentence() {
        return "while one waits, the others enter at most " + entries + (entries == 1 ? " time" : " times");
    }
}
