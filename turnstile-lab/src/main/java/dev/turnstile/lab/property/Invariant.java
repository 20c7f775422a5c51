package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.Optional;
import java.util.Set;

/**
 * A property of every single configuration. An invariant declares the aspects it looks at and sees nothing else. If
 * these aspects are the same in two configurations, so is the judgement, and it need not be repeated.
 *
 * <pre>{@code
 * new AtMost(1).check(view).ifPresent(violation -> fail(violation.reason()));
 * }</pre>
 */
public non-sealed interface Invariant extends Property {
    /** An aspect of a configuration that an invariant can look at. */
    enum Aspect {
        /** The region of every participant, and which have crashed: {@link View#region} and {@link View#isInside}. */
        REGIONS,
        /** How far every participant has come: {@link View#progress}. */
        PROGRESS,
        /** How many tokens there are: {@link View#tokens}. */
        TOKENS,
        /** Whether nothing more will happen: {@link View#resting}. */
        REST
    }

    /** Returns every aspect that {@link #check} looks at; always the same set. A view may refuse to show any other. */
    Set<Aspect> looksAt();

    /** Returns the violation in this configuration, or empty if the invariant holds. */
    Optional<Violation> check(View view);

    /** An invariant's view of a configuration. */
    interface View {
        /** Returns the number of participants. */
        int participants();

        /** Returns the region of a participant, as {@link #counts} sees it. */
        Region region(int participant);

        /**
         * Returns the region that counts. A participant that crashed inside is still inside; one that crashed elsewhere
         * counts as being in its remainder region.
         */
        static Region counts(Region region, boolean stopped) {
            return stopped && region != Region.CRITICAL ? Region.REMAINDER : region;
        }

        /** Returns whether a participant is inside. A participant that waits to leave a window is inside. */
        default boolean isInside(int participant) {
            return region(participant) == Region.CRITICAL;
        }

        /** Returns how many units a participant requests or holds. */
        int units(int participant);

        /** Returns how far a participant has come on its way in: {@link dev.turnstile.machine.Process#progress}. */
        int progress(int participant);

        /**
         * Returns whether nothing more will happen until a participant makes a request: no message is in flight, and no
         * participant has a step to take.
         */
        boolean resting();

        /**
         * Returns how many tokens there are, at participants and in flight:
         * {@link dev.turnstile.machine.facts.NodeFacts#tokens}.
         */
        long tokens();
    }
}
