package dev.turnstile.algorithm.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.lab.explore.EveryAccess;
import dev.turnstile.lab.run.LocalCells;
import dev.turnstile.machine.Cells;
import dev.turnstile.machine.Process;
import dev.turnstile.machine.Region;
import dev.turnstile.machine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ledger taken apart: every interleaving of its single accesses, with a kill after every one of them. */
class LedgerAccessesTest {
    private static final long STATES_MAX = 60_000_000;

    /** Comes in and leaves, once; while it waits, it clears up after those whom it finds dead. */
    private static class Passer implements EveryAccess.Actor {
        final Setup setup;
        final int index;
        final LedgerProcess process;
        private final PageWriter pen;

        Passer(Setup setup, int index) {
            this.setup = setup;
            this.index = index;
            pen = setup.writer(index);
            process = setup.process(index, pen);
        }

        @Override
        public void run(EveryAccess.Memory memory) {
            process.acquire(setup.units[index]);
            go(memory, process);
            stayInside(memory);
            process.release();
            go(memory, process);
        }

        void stayInside(EveryAccess.Memory memory) {
            memory.pause();
        }

        void look(EveryAccess.Memory memory) {
            pen.read(memory);
            if (pen.ledger().outcome(process.who()) != Ledger.Outcome.INSIDE) {
                throw new IllegalStateException("its place was taken away");
            }
        }

        void go(EveryAccess.Memory memory, Process going) {
            while (going.region() == Region.TRYING || going.region() == Region.EXIT) {
                long root = memory.read(PageWriter.ROOT);
                if (going.step(memory) == Step.WAITS) {
                    await(memory, root);
                }
            }
        }

        private void await(EveryAccess.Memory memory, long root) {
            int[] watched = new int[setup.units.length + 1];
            long[] seen = new long[watched.length];
            seen[setup.units.length] = root;
            for (int other = 0; other < setup.units.length; other++) {
                watched[other] = setup.lifeCell(other);
                seen[other] = memory.read(watched[other]);
                if (seen[other] % EveryAccess.LIFE == EveryAccess.KILLED) {
                    clearUp(memory, other, seen[other]);
                    return;
                }
            }
            memory.awaitChange(watched, seen);
        }

        void clearUpOnce(EveryAccess.Memory memory, int dead) {
            int[] watched = {setup.lifeCell(dead)};
            memory.awaitChange(watched, new long[] {EveryAccess.ALIVE});
            long life = memory.read(watched[0]);
            if (life % EveryAccess.LIFE == EveryAccess.KILLED) {
                clearUp(memory, dead, life);
            }
        }

        /** Only then may its member, and its pages, be given to another. */
        private void clearUp(EveryAccess.Memory memory, int dead, long life) {
            LedgerProcess corpse = LedgerProcess.corpse(
                    dead,
                    setup.pens(pen),
                    who -> {},
                    () -> !setup.careful || memory.read(setup.lifeCell(dead)) == life);
            go(memory, corpse);
            memory.replace(setup.lifeCell(dead), life, life + 1);
        }

        @Override
        public String flaw(List<EveryAccess.Actor> all) {
            int inside = all.stream()
                    .map(Passer.class::cast)
                    .filter(passer -> passer.process.region() == Region.CRITICAL)
                    .mapToInt(passer -> setup.units[passer.index])
                    .sum();
            return inside <= setup.limit ? "" : inside + " units are inside";
        }
    }

    /** A resident is a member more, that is inside from the start and stays; the first servers go down again. */
    private record Setup(
            int floor,
            int limit,
            int[] units,
            boolean resident,
            int restarted,
            boolean visited,
            boolean ownPages,
            boolean careful) {
        Setup(int limit, int[] units, boolean visited, boolean ownPages, boolean careful) {
            this(0, limit, units, false, 0, visited, ownPages, careful);
        }

        int members() {
            return units.length + (resident ? 1 : 0);
        }

        PageWriter writer(int index) {
            return new PageWriter(ownPages ? index : 0, members());
        }

        LedgerWriters pens(PageWriter pen) {
            return new LedgerWriters() {
                @Override
                public LedgerWriter borrow() {
                    return pen;
                }

                @Override
                public void recycle(LedgerWriter back) {}

                @Override
                public int pageWords() {
                    return pen.pageWords();
                }
            };
        }

        LedgerProcess process(int member, PageWriter pen) {
            return new LedgerProcess(member, LedgerSystem.numbers(), 0, limit, pens(pen), who -> {});
        }

        /** Since somebody has been there and left, whoever comes next may come by the short way. */
        private void passAlone(Cells memory) {
            LedgerProcess first = process(0, writer(0));
            first.acquire(1);
            first.runUntilBlocked(memory);
            first.release();
            first.runUntilBlocked(memory);
        }

        int lifeCell(int actor) {
            return PageWriter.cells(members(), members()) + actor;
        }

        EveryAccess exploration(int kills) {
            List<Supplier<EveryAccess.Actor>> actors = new ArrayList<>();
            IntStream.range(0, units.length).forEach(i -> actors.add(() -> new Passer(this, i)));
            return exploration(kills, actors);
        }

        EveryAccess exploration(int kills, List<Supplier<EveryAccess.Actor>> actors) {
            int count = PageWriter.cells(members(), members());
            LocalCells memory = new LocalCells(count);
            new LedgerSystem(members(), floor, limit).initialise(memory);
            if (resident) {
                LedgerProcess stays = process(units.length, writer(units.length));
                stays.acquire(1);
                stays.runUntilBlocked(memory);
            }
            if (visited) {
                passAlone(memory);
            }
            long[] cells = IntStream.range(0, count).mapToLong(memory::read).toArray();
            return new EveryAccess(cells, actors, kills);
        }
    }

    private static void assertHolds(boolean visited, int limit, int kills, int... units) {
        EveryAccess.Result result =
                new Setup(limit, units, visited, true, true).exploration(kills).run(STATES_MAX);
        System.out.printf(
                "%d actors, k = %d, %d kills, %s: %,d states%n",
                units.length, limit, kills, visited ? "short way" : "long way", result.states());
        assertThat(result.violation()).isEmpty();
        assertThat(result.exhausted()).isTrue();
    }

    @Test
    void two_processes_and_one_place_with_two_kills() {
        assertHolds(false, 1, 2, 1, 1);
    }

    @Test
    void two_processes_and_one_place_by_the_short_way_with_two_kills() {
        assertHolds(true, 1, 2, 1, 1);
    }

    @Test
    void two_processes_and_two_places_by_the_short_way_with_a_kill() {
        assertHolds(true, 2, 1, 1, 1);
    }

    @Test
    void two_processes_want_two_of_two_units_with_a_kill() {
        assertHolds(false, 2, 1, 2, 2);
    }

    @Test
    void two_pens_on_the_same_pages_are_caught() {
        EveryAccess.Result result = new Setup(1, new int[] {1, 1}, false, false, true)
                .exploration(0)
                .run(STATES_MAX);
        assertThat(result.violation()).isPresent();
    }

    @Test
    void two_who_clear_up_after_a_third_that_comes_again() {
        EveryAccess.Result result = twoUndertakers(true).run(STATES_MAX);
        System.out.printf("1 actor and 2 undertakers, 1 kill: %,d states%n", result.states());
        assertThat(result.violation()).isEmpty();
        assertThat(result.exhausted()).isTrue();
    }

    @Test
    void who_clears_up_without_asking_again_is_caught() {
        assertThat(twoUndertakers(false).run(STATES_MAX).violation())
                .hasValueSatisfying(found -> assertThat(found).contains("its place was taken away"));
    }

    private static EveryAccess twoUndertakers(boolean careful) {
        Setup setup = new Setup(1, new int[] {1, 1, 1}, true, true, careful);
        return setup.exploration(
                1, List.of(() -> new Looker(setup, 0), () -> new Undertaker(setup, 1), () -> new Undertaker(setup, 2)));
    }

    /** Sees, while it is inside, whether the ledger says so. */
    private static final class Looker extends Passer {
        Looker(Setup setup, int index) {
            super(setup, index);
        }

        @Override
        void stayInside(EveryAccess.Memory memory) {
            look(memory);
        }
    }

    /** Clears up once after the first actor. */
    private static final class Undertaker extends Passer {
        Undertaker(Setup setup, int index) {
            super(setup, index);
        }

        @Override
        public void run(EveryAccess.Memory memory) {
            clearUpOnce(memory, 0);
        }
    }

    /** A server: comes up, and, unless it is the last, goes down again. */
    private static class Server extends Passer {
        private boolean runs; // it takes a place
        private boolean serves;
        private boolean hasCeased; // to serve, at some time

        Server(Setup setup, int index) {
            super(setup, index);
        }

        @Override
        public void run(EveryAccess.Memory memory) {
            comeUp(memory);
            if (index < setup.restarted) {
                goDown(memory);
            }
        }

        private void comeUp(EveryAccess.Memory memory) {
            process.acquire(1);
            go(memory, process);
            runs = true;
            serves = true;
        }

        /** Asks whether it may stop, then stops, then leaves. */
        void goDown(EveryAccess.Memory memory) {
            process.stop();
            go(memory, process);
            shutDown(memory);
            process.release();
            go(memory, process);
        }

        void shutDown(EveryAccess.Memory memory) {
            serves = false;
            hasCeased = true;
            memory.pause();
            runs = false;
        }

        @Override
        public String flaw(List<EveryAccess.Actor> all) {
            List<Server> servers = all.stream().map(Server.class::cast).toList();
            long running = 1 + servers.stream().filter(server -> server.runs).count();
            long serving = 1 + servers.stream().filter(server -> server.serves).count();
            if (running > setup.limit) {
                return running + " run";
            }
            boolean ceased = servers.stream().anyMatch(server -> server.hasCeased);
            return ceased && serving < setup.floor ? serving + " serve" : "";
        }
    }

    /** Stops, and only then asks whether it may leave. */
    private static final class HastyServer extends Server {
        HastyServer(Setup setup, int index) {
            super(setup, index);
        }

        @Override
        void goDown(EveryAccess.Memory memory) {
            shutDown(memory);
            process.release();
            go(memory, process);
        }
    }

    /** Leaves as soon as it may, and only then stops. */
    private static final class LateServer extends Server {
        LateServer(Setup setup, int index) {
            super(setup, index);
        }

        @Override
        void goDown(EveryAccess.Memory memory) {
            process.release();
            go(memory, process);
            shutDown(memory);
        }
    }

    private static EveryAccess.Result rollingRestart(
            int floor, int limit, int restarted, BiFunction<Setup, Integer, EveryAccess.Actor> server) {
        Setup setup = new Setup(floor, limit, new int[] {1, 1}, true, restarted, false, true, true);
        return setup.exploration(0, List.of(() -> server.apply(setup, 0), () -> server.apply(setup, 1)))
                .run(STATES_MAX);
    }

    @ParameterizedTest(name = "between {0} and {1}, {2} go down again")
    @CsvSource({"1, 2, 2", "2, 3, 1"})
    void two_servers_come_beside_one_that_stays(int floor, int limit, int restarted) {
        assertRestarts(floor, limit, restarted);
    }

    @Tag("long")
    @Test
    void two_servers_come_beside_one_that_stays_and_there_is_room_for_both() {
        assertRestarts(1, 3, 2);
    }

    private static void assertRestarts(int floor, int limit, int restarted) {
        EveryAccess.Result result = rollingRestart(floor, limit, restarted, Server::new);
        System.out.printf(
                "2 servers, between %d and %d, %d go down again: %,d states%n",
                floor, limit, restarted, result.states());
        assertThat(result.violation()).isEmpty();
        assertThat(result.exhausted()).isTrue();
    }

    @Test
    void a_server_that_stops_before_it_asks_is_caught() {
        assertThat(rollingRestart(2, 3, 1, HastyServer::new).violation())
                .hasValueSatisfying(found -> assertThat(found).contains("1 serve"));
    }

    @Test
    void a_server_that_leaves_before_it_stops_is_caught() {
        assertThat(rollingRestart(1, 2, 2, LateServer::new).violation())
                .hasValueSatisfying(found -> assertThat(found).contains("3 run"));
    }
}
