package dev.turnstile.property;

/**
 * No deadlock: where everybody who is alive and has something to do keeps taking steps, and holders leave, somebody who
 * tries or leaves moves on sooner or later.
 *
 * <pre>{@code
 * new Deadlock().sentence();
 * }</pre>
 */
public record Deadlock() implements Property {
    @Override
    public String name() {
        return "deadlock";
    }

    @Override
    public String sentence() {
        return "no fair run lets all who try or leave stay where they are for ever";
    }
}
