package dev.turnstile.conformance;

import dev.turnstile.Operator;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;

/** Opens each turnstile of a test in its own folder, so that two with the same name share nothing. */
final class MappedFolders {
    private final Path folder;
    private final Map<Turnstile, Mapped> opened = new IdentityHashMap<>();

    MappedFolders(Path folder) {
        this.folder = folder;
    }

    Turnstile open(Turnstile.Builder description) {
        Mapped driver = Mapped.in(folder.resolve("turnstiles" + opened.size()));
        Turnstile gate = description.open(driver);
        opened.put(gate, driver);
        return gate;
    }

    boolean takeAway(Turnstile gate, long fence) {
        return opened.get(gate).operator().release(gate.name(), fence) == Operator.Release.TAKEN_AWAY;
    }
}
