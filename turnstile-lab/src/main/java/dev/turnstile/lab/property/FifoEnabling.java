package dev.turnstile.lab.property;

/**
 * FIFO enabling, fischer-1985, section 3.4: nobody becomes enabled to enter, having started from its remainder region, while
 * another waits all the time; likewise for leaving.
 *
 * <pre>{@code
 * new FifoEnabling().sentence();
 * }</pre>
 */
public record FifoEnabling() implements Property {
    @Override
    public String name() {
        return "fifo";
    }

    @Override
    public String sentence() {
        return "nobody who comes later is enabled to enter before one who waits";
    }
}
