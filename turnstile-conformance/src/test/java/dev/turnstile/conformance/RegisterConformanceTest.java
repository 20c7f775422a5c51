package dev.turnstile.conformance;

import dev.turnstile.Turnstile;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The ledger on two registers in memory: one that answers, and one that conflicts, is slow, or does not answer. */
final class RegisterConformanceTest {
    /** Opens each turnstile of a test on its own register. */
    private static final class Registers {
        private final Map<Turnstile, MemoryRegister.Client> opened = new IdentityHashMap<>();
        private final boolean answers;

        Registers(boolean answers) {
            this.answers = answers;
        }

        Turnstile open(Turnstile.Builder description) {
            MemoryRegister register = answers ? new MemoryRegister() : new MemoryRegister(opened.size() + 1L);
            MemoryRegister.Client client = register.client();
            Turnstile gate = description.open(client);
            opened.put(gate, client);
            return gate;
        }

        boolean takeAway(Turnstile gate, long fence) {
            return opened.get(gate).takeAway(fence);
        }
    }

    private abstract static class OnRegister extends TurnstileConformance {
        private final boolean answers;
        private Registers registers;

        OnRegister(boolean answers) {
            this.answers = answers;
        }

        @BeforeEach
        void prepare() {
            registers = new Registers(answers);
        }

        @Override
        public Turnstile.Builder describe(int limit) {
            return Turnstile.atMost(limit).named("gate").participants(participants());
        }

        @Override
        public Turnstile open(Turnstile.Builder description) {
            return registers.open(description);
        }

        @Override
        public Set<Ability> abilities() {
            return EnumSet.allOf(Ability.class);
        }

        @Override
        public boolean takeAway(Turnstile gate, long fence) {
            return registers.takeAway(gate, fence);
        }

        @Override
        public Set<String> refusedOptions() {
            return Set.of();
        }

        @Override
        public String algorithmOfAnotherDriver() {
            return "raymond";
        }
    }

    @Nested
    class ThatAnswers extends OnRegister {
        ThatAnswers() {
            super(true);
        }
    }

    @Nested
    class ThatDoesNotAlwaysAnswer extends OnRegister {
        ThatDoesNotAlwaysAnswer() {
            super(false);
        }
    }

    private abstract static class WindowOnRegister extends WindowConformance {
        private final Registers registers;

        WindowOnRegister(boolean answers) {
            registers = new Registers(answers);
        }

        @Override
        public Turnstile.Builder describe(int least, int most) {
            return Turnstile.between(least, most);
        }

        @Override
        public Turnstile open(Turnstile.Builder description) {
            return registers.open(description);
        }

        @Override
        public Set<String> refusedOptions() {
            return Set.of();
        }
    }

    @Nested
    class WindowThatAnswers extends WindowOnRegister {
        WindowThatAnswers() {
            super(true);
        }
    }

    @Nested
    class WindowThatDoesNotAlwaysAnswer extends WindowOnRegister {
        WindowThatDoesNotAlwaysAnswer() {
            super(false);
        }
    }
}
