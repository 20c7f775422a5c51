package dev.turnstile.lab.property;

import dev.turnstile.machine.Region;
import java.util.Optional;
import java.util.Set;

/**
 * A property of every single configuration. It says what it looks at, and sees nothing else: where that is the same, so
 * is the judgement, and it need not be made again.
 *
 * <pre>{@code
 * new AtMost(1).check(view).ifPresent(violation -> fail(violation.reason()));
 * }</pre>
 */
public non-sealed interface Invariant extends Property {
    /** What can be looked at in a configuration. */
    enum Aspect {
        /** Where everybody is, and who has stopped: {@link View#region} and {@link View#isInside}. */
        REGIONS,
        /** How far everybody has come: {@link View#progress}. */
        PROGRESS,
        /** How many tokens there are: {@link View#tokens}. */
        TOKENS,
        /** Whether nothing will happen any more: {@link View#resting}. */
        REST
    }

    /** All that {@link #check} looks at, always the same; a view may refuse to show anything else. */
    Set<Aspect> looksAt();

    /** The violation that this configuration shows, if it does. */
    Optional<Violation> check(View view);

    /** What an invariant sees of a configuration. */
    interface View {
        /** How many participants there are. */
        int participants();

        /** Where a participant is, as far as it {@link #counts}. */
        Region region(int participant);

        /** One that has stopped while it waited does not wait any more; one that has stopped inside is inside. */
        static Region counts(Region region, boolean stopped) {
            return stopped && region != Region.CRITICAL ? Region.REMAINDER : region;
        }

        /** Whether a participant is inside; who waits to leave a window is. */
        default boolean isInside(int participant) {
            return region(participant) == Region.CRITICAL;
        }

        /** How many units a participant asks for or holds. */
        int units(int participant);

        /** How far a participant has come on its way in: {@link dev.turnstile.machine.Process#progress}. */
        int progress(int participant);

        /**
         * Whether nothing will happen any more unless somebody asks: no message is on its way, and nobody has a step to
         * take.
         */
        boolean resting();

        /**
         * How many tokens there are, with the participants and on their way:
         * {@link dev.turnstile.machine.facts.NodeFacts#tokens}.
         */
        long tokens();
    }
}
