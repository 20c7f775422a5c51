package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Every published shared-memory algorithm on the driver for several processes, as far as one process can test it. */
@ParameterizedClass(name = "{0}")
@MethodSource("algorithms")
final class MachineDriverConformanceTest extends TurnstileConformance {
    @TempDir
    private Path folder;

    @Parameter
    private String algorithm;

    private MappedFolders folders;

    static List<String> algorithms() {
        return Catalogue.sharedMemory().stream()
                .map(Algorithm::name)
                .filter(name -> !name.equals("ledger"))
                .toList();
    }

    @BeforeEach
    void prepare() {
        folders = new MappedFolders(folder);
    }

    @Override
    public Turnstile.Builder describe(int limit) {
        return Turnstile.atMost(limit).named("gate").algorithm(algorithm).participants(participants());
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return folders.open(description);
    }

    @Override
    public int participants() {
        return 15; // the capacity of the queue
    }

    /** As on threads: the queue, for one, holds fewer participants than the default number. */
    @Test
    void opensWithoutANumberOfParticipants() throws InterruptedException {
        try (Turnstile gate = open(Turnstile.atMost(2).named("gate").algorithm(algorithm));
                Turnstile again = open(Turnstile.atMost(2).named("gate").algorithm(algorithm))) {
            gate.acquire().close();
            again.acquire().close();
        }
    }

    /** All waiters are woken, and the algorithm decides which of them goes on. */
    @Override
    public Set<Ability> abilities() {
        Set<Ability> abilities = EnumSet.noneOf(Ability.class);
        if (Catalogue.find(algorithm).fifo()) {
            abilities.add(Ability.ORDER);
        }
        if (!Catalogue.find(algorithm).holdersBlockOthers()) {
            abilities.add(Ability.SHARING);
        }
        return abilities;
    }

    @Override
    public Set<String> refusedOptions() {
        return Set.of("growableTo", "changingLimit");
    }

    @Override
    public String algorithmOfAnotherDriver() {
        return "raymond";
    }
}
