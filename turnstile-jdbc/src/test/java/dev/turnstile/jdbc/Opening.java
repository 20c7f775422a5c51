package dev.turnstile.jdbc;

import dev.turnstile.Turnstile;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.driver.store.StoreDriver;
import java.time.Duration;

/**
 * Opens turnstiles with a short lease. The first client creates the tables, for which a server on a busy machine may
 * need longer than such a lease allows for a call.
 */
final class Opening {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Opening() {}

    /** Opens the turnstile, again if the store does not answer in time. */
    static Turnstile open(Turnstile.Builder description, StoreDriver driver) {
        long begun = System.nanoTime();
        while (true) {
            try {
                return description.open(driver);
            } catch (TurnstileUnusableException noAnswer) {
                if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                    throw noAnswer;
                }
            }
        }
    }
}
