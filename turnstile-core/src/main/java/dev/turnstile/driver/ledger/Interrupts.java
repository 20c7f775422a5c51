package dev.turnstile.driver.ledger;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/**
 * Rings a bell when the thread that sleeps on it is interrupted. A selector is the only public way to observe an
 * interrupt during a blocking call that Java does not know. This selector selects nothing.
 */
final class Interrupts extends AbstractSelector {
    private final Bell bell;

    Interrupts(Bell bell) {
        super(SelectorProvider.provider());
        this.bell = bell;
    }

    /** Sleeps on the bell. An interrupt that is pending or arrives meanwhile rings it. */
    void sleep(long nanos) {
        begin();
        try {
            bell.sleep(nanos);
        } finally {
            end();
        }
    }

    @Override
    public Selector wakeup() {
        bell.ring();
        return this;
    }

    @Override
    protected void implCloseSelector() {}

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> keys() {
        return Set.of();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        return Set.of();
    }

    @Override
    public int selectNow() {
        return 0;
    }

    @Override
    public int select(long timeout) {
        return 0;
    }

    @Override
    public int select() {
        return 0;
    }
}
