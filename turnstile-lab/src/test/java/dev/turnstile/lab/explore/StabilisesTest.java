package dev.turnstile.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.property.Deadlock;
import dev.turnstile.lab.property.NoLockout;
import dev.turnstile.lab.property.Property;
import dev.turnstile.lab.property.Stabilises;
import dev.turnstile.lab.toy.Toy;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Tokens;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: staying nodes, timers that outlast messages, and recurring violations mean what they say. Method: nodes whose
 * behaviour a seed determines, explored by {@link Check} and by {@link FairRuns}, which share no code.
 */
final class StabilisesTest {
    private static final int SYSTEMS = 30;
    private static final int ROOM = 1;

    private final int[] violated = new int[4];

    private static boolean breaks(Check check, Property property) {
        Verdict verdict = check.withProperties(property).run().verdict();
        assertThat(verdict).isInstanceOfAny(Verdict.Holds.class, Verdict.Violated.class);
        return verdict instanceof Verdict.Violated;
    }

    @ParameterizedTest(name = "hasty timers {0}, from anywhere {1}, staying: {2}")
    @CsvSource({
        "false,false,",
        "true,false,",
        "false,true,",
        "true,true,",
        "false,false,0",
        "false,true,1",
        "true,true,0"
    })
    void everyFairRunIsFoundAndNoOther(boolean hasty, boolean anywhere, Integer stays) {
        Set<Integer> staying = stays == null ? Set.of() : Set.of(stays);
        for (long seed = 1; seed <= SYSTEMS; seed++) {
            compare(new Whimsical(seed).system(), new FairRuns.Setting(ROOM, staying, hasty, anywhere));
        }
        for (int i = 0; i < 3; i++) {
            assertThat(violated[i])
                    .as("some of the %d systems, but not all, break property %d", SYSTEMS, i)
                    .isBetween(1, SYSTEMS - 1);
        }
    }

    private void compare(Toy system, FairRuns.Setting setting) {
        FairRuns<Toy.ToyMessage> naive = new FairRuns<>(system, setting);
        Check check = Check.ofNodes(() -> system)
                .withRequests(0)
                .withRoom(ROOM)
                .withStaying(setting.staying().toArray(Integer[]::new));
        check = setting.hasty() ? check.withHastyTimers() : check;
        check = setting.anyStart() ? check.withAnyStart(1_000, 0, 1) : check;
        assertThat(check.run().states()).as("configurations of %s", system).isEqualTo(naive.configurations());

        Predicate<FairRuns.Configuration<Toy.ToyMessage>> wrong =
                one -> naive.tokens(one) != system.facts().tokens()
                        || (system.sizes().limit() == 1 && both(i -> naive.region(one, i) == Region.CRITICAL));
        Stabilises stabilises =
                new Stabilises(system.facts().tokens(), system.sizes().limit());
        agree(0, check, stabilises, naive.exists(one -> true, (from, to) -> true, wrong), system, setting);

        Predicate<FairRuns.Configuration<Toy.ToyMessage>> crowded = one ->
                naive.tokens(one) != system.facts().tokens() || both(i -> naive.region(one, i) == Region.CRITICAL);
        boolean crowdedForEver = naive.exists(one -> true, (from, to) -> true, crowded);
        agree(3, check, new Stabilises(system.facts().tokens(), 1), crowdedForEver, system, setting);

        boolean lockedOut = IntStream.range(0, 2)
                .anyMatch(i ->
                        naive.exists(one -> naive.region(one, i) == Region.TRYING, (from, to) -> true, one -> true));
        agree(1, check, new NoLockout(), lockedOut, system, setting);

        boolean stuck = naive.exists(
                one -> !both(i -> naive.region(one, i) != Region.TRYING),
                (from, to) -> both(i -> naive.region(from, i) == naive.region(to, i)),
                one -> true);
        agree(2, check, new Deadlock(), stuck, system, setting);
    }

    private static boolean both(IntPredicate test) {
        return test.test(0) && test.test(1);
    }

    private void agree(
            int which, Check check, Property property, boolean expected, Toy system, FairRuns.Setting setting) {
        assertThat(breaks(check, property))
                .as("%s is broken by %s with %s", property.name(), system, setting)
                .isEqualTo(expected);
        violated[which] += expected ? 1 : 0;
    }

    @Test
    void kindsOfTokensAreCountedSeparately() {
        long all = Tokens.of(2, 0, 1) + Tokens.of(1, 1, 0);
        assertThat(Tokens.print(all)).isEqualTo("3+1+1");
        assertThat(Tokens.print(all - Tokens.of(3, 1, 0))).isEqualTo("0+0+1");
        assertThat(Tokens.print(7)).isEqualTo("7");
        assertThat(IntStream.range(0, 3).mapToLong(kind -> Tokens.count(all, kind)))
                .containsExactly(3L, 1L, 1L);
        assertThat(new Stabilises(all, 3).sentence()).contains("always 3+1+1 tokens");
    }
}
