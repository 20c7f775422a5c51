package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.util.Optional;

/**
 * Turnstiles in a folder, for the processes of this machine.
 *
 * @param driver the driver for the folder
 * @param creates whether opening a turnstile creates the folder
 */
record FolderPlace(Mapped driver, boolean creates) implements Place {
    private Mapped forRun() {
        return driver.stoppingWhenAsked().countingWhenReady();
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open(forRun());
    }

    @Override
    public Optional<Turnstile> join(String name) {
        return forRun().join(name, true);
    }

    @Override
    public void keepFor(Turnstile gate, long child, boolean wholeGroup) {
        if (wholeGroup) {
            Mapped.keepForGroup(gate, child);
        } else {
            Mapped.keepFor(gate, child);
        }
    }

    @Override
    public boolean endsChildWithItself() {
        return false;
    }

    @Override
    public Optional<String> created() {
        return creates ? Optional.of("created the folder " + driver.folder()) : Optional.empty();
    }

    @Override
    public Operator operator() {
        return driver.operator();
    }
}
