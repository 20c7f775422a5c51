package dev.turnstile.stress.storm;

/** A fault that a participant commits now and then, to check that the watchdog notices it. */
enum PlantedFault {
    /** It does nothing wrong. */
    NONE,
    /** It enters without a permit. */
    INTRUDES,
    /** It is still inside after it has closed its permit. */
    OVERSTAYS,
    /** It never closes its permit, and lives on. */
    KEEPS,
    /** It enters with its previous permit. */
    REPEATS
}
