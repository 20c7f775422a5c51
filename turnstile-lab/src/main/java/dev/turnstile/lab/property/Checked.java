package dev.turnstile.lab.property;

import dev.turnstile.machine.facts.ProcessFacts.Contest;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a check is about, as far as it decides which properties make sense, and with which numbers.
 *
 * <pre>{@code
 * List<Property> wanted = KnownProperties.wanted(Optional.empty(), checked);
 * }</pre>
 *
 * @param algorithm its name
 * @param limit how many units may be inside
 * @param floor how many must stay inside; 0 unless it is a window
 * @param insideAtFirst how many are inside at first; in a window some may be
 * @param tokens how many tokens there always are; 0 where there are none to count
 * @param stabilises whether it sets itself right, from any configuration
 * @param fifo whether it promises to keep the order of arrival
 * @param contested whether the way in has contests
 * @param contests the contests on the way in
 * @param waitsAtMost how often others may enter while one waits, if that is asked for
 * @param conditions what may happen
 */
public record Checked(
        String algorithm,
        int limit,
        int floor,
        long insideAtFirst,
        long tokens,
        boolean stabilises,
        boolean fifo,
        boolean contested,
        List<Contest> contests,
        OptionalInt waitsAtMost,
        Conditions conditions) {
    /** Copies the list. */
    public Checked {
        contests = List.copyOf(contests);
    }
}
