package dev.turnstile.lab.property;

/**
 * No deadlock: where everybody who is alive and has something to do keeps taking steps, and holders leave, somebody who
 * tries or leaves moves on sooner or later.
 *
 * <pre>{@code
 * new Deadlock().sentence();
 * }</pre>
 *
 * @param floor how many must stay inside: {@link dev.turnstile.machine.NodeSystem#floor}
 */
public record Deadlock(int floor) implements Property {
    /** Where nobody must stay inside. */
    public Deadlock() {
        this(0);
    }

    @Override
    public String name() {
        return "no-deadlock";
    }

    @Override
    public String sentence() {
        return "no fair run lets all who try or leave stay where they are forever"
                + (floor == 0 ? "" : ", but those to leave of whom at least " + floor + " must stay");
    }
}
