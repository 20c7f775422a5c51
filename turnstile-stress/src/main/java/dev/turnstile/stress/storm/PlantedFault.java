package dev.turnstile.stress.storm;

/** What a participant does wrong now and then, to see that the watch notices. */
public enum PlantedFault {
    /** Nothing. */
    NONE,
    /** It goes inside without a permit. */
    INTRUDES,
    /** It is inside still when it has given its permit back. */
    OVERSTAYS,
    /** It never gives its permit back, and lives on. */
    KEEPS,
    /** It goes inside with the permit of the time before. */
    REPEATS
}
