package dev.turnstile.lab.property;

/**
 * No lockout under weak fairness: where everybody who is alive and has something to do keeps taking steps, and holders
 * leave, every single one who tries enters sooner or later, and everyone who leaves gets out.
 *
 * <pre>{@code
 * new NoLockout().sentence();
 * }</pre>
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.NodeSystem#floor}
 */
public record NoLockout(int floor) implements Property {
    /** Where nobody must stay inside. */
    public NoLockout() {
        this(0);
    }

    @Override
    public String name() {
        return "no-lockout";
    }

    @Override
    public String sentence() {
        return "in every fair run everyone alive who tries enters, and everyone who leaves gets out"
                + (floor == 0 ? "" : ", but those to leave of whom at least " + floor + " must stay");
    }
}
