package dev.turnstile.property;

/**
 * No lockout under weak fairness: where everybody who is alive and has something to do keeps taking steps, and holders
 * leave, every single one who tries enters sooner or later, and everyone who leaves gets out.
 *
 * <pre>{@code
 * new NoLockout().sentence();
 * }</pre>
 */
public record NoLockout() implements Property {
    @Override
    public String name() {
        return "lockout";
    }

    @Override
    public String sentence() {
        return "in every fair run everyone alive who tries enters, and everyone who leaves gets out";
    }
}
