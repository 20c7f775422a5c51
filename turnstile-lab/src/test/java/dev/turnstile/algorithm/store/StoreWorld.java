package dev.turnstile.algorithm.store;

import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.store.StoreProcess.Ask;
import dev.turnstile.algorithm.store.StoreProcess.Call;
import dev.turnstile.algorithm.store.StoreProcess.Input;
import dev.turnstile.algorithm.store.StoreProcess.Kind;
import dev.turnstile.algorithm.store.StoreProcess.Target;
import dev.turnstile.algorithm.store.StoreSetup.Event;
import dev.turnstile.algorithm.store.StoreSetup.Twin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every run of a few processes on a store, breadth first. Between any two steps of a process, any number of steps of
 * the others and any number of ticks may happen, so a process may be stopped for any time.
 *
 * <p>A call to the store arrives, and then is answered. Instead of an answer there may be none. If it was on its way
 * then, it may still arrive later, as long as the version matches, or never.
 *
 * <p>A state is a few numbers: the values of the registers, and for each process the number of its state. Processes are
 * deterministic, so each of their steps is computed once, with the production machines, and then looked up. Times are
 * relative to now: a run may last forever. States are compared by a hash of 64 bits.
 *
 * <p>Lockout is checked from every state: if from now on nothing goes wrong, and all threads take their turns, all
 * callers end their scripts, and no entry is left behind.
 */
final class StoreWorld {
    /** What a run has come across, to show that a search gets somewhere. */
    enum Sight {
        HELD,
        HELD_BY_TWO,
        WAITED,
        LOST,
        KILLED,
        KILLED_WHILE_IT_HELD,
        HELD_AFTER_A_KILL,
        DOUBTED,
        LATE_REPLACE,
        POSTED,
        APPLIED_FOR_ANOTHER,
        SECOND_LIFE,
        SECOND_LIFE_HELD,
        GUARDED_AFTER_DEADLINE,
        ENDED,
        REVOKED
    }

    record Result(
            long states, boolean exhausted, String flaw, List<String> trace, Set<Sight> sights, int processStates) {
        @Override
        public String toString() {
            return states + " states, " + processStates + " of processes" + (exhausted ? "" : ", not all") + ", "
                    + sights + (flaw.isEmpty() ? "" : "\n" + flaw + "\n" + String.join("\n", trace));
        }
    }

    /** A state of one process, and the steps from it as far as they are known. */
    private static final class Local {
        final int number;
        final StoreProcess process;
        final Map<Long, Local> steps = new HashMap<>();
        final List<int[]> inputs;
        final List<int[]> calmInputs;
        final List<StoreProcess.Held> held;
        final int heldUnits;
        final List<Long> known;
        final List<Long> inLine;
        final int currentSession;
        final int validSession;
        final boolean isDone;
        final boolean isStuck;

        Local(int number, StoreProcess process) {
            this.number = number;
            this.process = process;
            inputs = process.inputs(false);
            calmInputs = process.inputs(true);
            held = process.validPermits();
            heldUnits = held.stream().mapToInt(StoreProcess.Held::units).sum();
            known = process.known();
            inLine = process.inLine();
            currentSession = process.currentSession();
            validSession = process.validSession();
            isDone = process.isDone();
            isStuck = process.isStuck();
        }
    }

    private record Entry(
            int session, long id, boolean inside, boolean serves, boolean doubtful, long fence, int units) {}

    private record Page(long fence, int serving, int floor, List<Entry> entries, Set<Integer> roster) {}

    private static final class Flawed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Flawed(String flaw) {
            super(flaw, null, false, false);
        }
    }

    private final StoreSetup setup;
    private final Values values = new Values();
    private final List<Local> locals = new ArrayList<>();
    private final Map<String, Local> byDescription = new HashMap<>();
    private final Map<Integer, Page> pages = new HashMap<>();
    private final Set<Long> checkedCommits = new HashSet<>();
    private final Set<Sight> sights = EnumSet.noneOf(Sight.class);
    private final LongSet seen = new LongSet();
    private final LongSet calm = new LongSet();

    // where the numbers of a state are
    private final int sessions;
    private final int posts;
    private final int budgets;
    private final int locals0;
    private final int late; // base and target of replaces without an answer that may still arrive, in threes
    private final int processes;

    StoreWorld(StoreSetup setup) {
        this.setup = setup;
        processes = setup.processes();
        sessions = 1;
        posts = sessions + setup.sessions();
        budgets = posts + processes;
        locals0 = budgets + setup.most.length;
        late = locals0 + processes * (1 + StoreProcess.THREADS);
    }

    // ------------------------------------------------------------------------------------------------ states

    private int[] initial() {
        int[] state = new int[late];
        StoredLedger.Draft draft = new StoredLedger.Draft(
                StoredLedger.empty(setup.floor, setup.limit, setup.whenSilent), new Ledger(StoreProcess.ENTRIES));
        for (int i = 0; i < processes; i++) {
            draft.join(setup.session(i, 0), 0);
        }
        state[0] = values.of(draft.next());
        for (int i = 0; i < processes; i++) {
            int record = values.of(new SessionOwner(setup.firstRecord(), setup.lease).beat(0, 0));
            state[sessions + i * setup.lives] = record;
            state[localAt(i)] = intern(new StoreProcess(i, setup, values, state[0], record)).number;
        }
        System.arraycopy(setup.most, 0, state, budgets, setup.most.length);
        return state;
    }

    private int localAt(int process) {
        return locals0 + process * (1 + StoreProcess.THREADS);
    }

    private Local local(int[] state, int process) {
        return locals.get(state[localAt(process)]);
    }

    private Local intern(StoreProcess process) {
        String description = process.index + process.describe();
        Local known = byDescription.get(description);
        if (known == null) {
            known = new Local(locals.size(), process);
            locals.add(known);
            byDescription.put(description, known);
        }
        return known;
    }

    private Local step(Local from, Input input, int argument, int answer) {
        long key = (long) input.ordinal() << 48 | (long) argument << 32 | answer;
        Local to = from.steps.get(key);
        if (to == null) {
            StoreProcess copy = new StoreProcess(from.process);
            copy.input(input.ordinal(), argument, answer);
            to = intern(copy);
            from.steps.put(key, to);
        }
        return to;
    }

    private Local crashed(Local from) {
        Local to = from.steps.get(-1L);
        if (to == null) {
            StoreProcess copy = new StoreProcess(from.process);
            copy.crash();
            to = intern(copy);
            from.steps.put(-1L, to);
        }
        return to;
    }

    private int register(Target target) {
        return switch (target.kind()) {
            case TURNSTILE -> 0;
            case SESSION -> sessions + target.index();
            case POST -> posts + target.index();
        };
    }

    // ------------------------------------------------------------------------------------------------ steps

    private interface Steps {
        void step(int[] next, String what);
    }

    private void forEachStep(int[] state, Steps steps) {
        for (int p = 0; p < processes; p++) {
            Local local = local(state, p);
            for (int[] input : local.inputs) {
                Local next = step(local, Input.values()[input[0]], input[1], 0);
                if (next != local) {
                    steps.step(with(state, p, next), "P" + p + " " + Input.values()[input[0]] + " " + input[1]);
                }
            }
            if (local.process.awaits(state[0])) {
                Local next = step(local, Input.CHANGED, 0, 0);
                if (next != local) {
                    steps.step(with(state, p, next), "P" + p + " CHANGED");
                }
                Local told = setup.hears ? step(local, Input.NEWS, 0, state[0]) : local;
                if (told != local) {
                    steps.step(with(state, p, told), "P" + p + " NEWS");
                }
            }
            for (int thread = 0; thread < StoreProcess.THREADS; thread++) {
                callSteps(state, p, thread, steps);
            }
            eventSteps(state, p, steps);
        }
        for (int at = late; at < state.length; at += 3) {
            if (state[state[at]] == state[at + 1]) {
                int[] next = remove(state, at);
                apply(next, state[at], state[at + 2]);
                sights.add(Sight.LATE_REPLACE);
                steps.step(next, "a late replace arrives at " + state[at]);
            }
        }
        if (setup.timed) {
            tickSteps(state, steps);
        }
    }

    private int[] with(int[] state, int process, Local local) {
        int[] next = state.clone();
        next[localAt(process)] = local.number;
        return next;
    }

    private void eventSteps(int[] state, int p, Steps steps) {
        Local local = local(state, p);
        if (mayHappen(state, Event.CRASH) && !local.process.isCrashed() && !local.isDone) {
            int[] next = with(spend(state, Event.CRASH), p, crashed(local));
            for (int thread = 0; thread < StoreProcess.THREADS; thread++) {
                Call call = local.process.calls[thread];
                int at = localAt(p) + 1 + thread;
                if (call != null && next[at] == 0) {
                    next = leaveBehind(next, call);
                }
                next[at] = 0;
            }
            steps.step(next, "P" + p + " crashes");
        }
        if (mayHappen(state, Event.END) && local.process.mayEnd()) {
            Input input = setup.twin == Twin.REUSES_ID ? Input.RENEW : Input.END;
            int[] next = with(spend(state, Event.END), p, step(local, input, 0, 0));
            steps.step(next, "P" + p + " ends its session");
        }
        if (mayHappen(state, Event.REVOKE) && local.currentSession >= 0) {
            int record = state[sessions + local.currentSession];
            if (record != 0 && values.session(record).status() == SessionRecord.Status.LIVE) {
                int[] next = spend(state, Event.REVOKE);
                next[sessions + local.currentSession] =
                        values.of(values.session(record).revoked(StoreSetup.ENDING));
                sights.add(Sight.REVOKED);
                steps.step(next, "an operator revokes the session of P" + p);
            }
        }
    }

    private boolean mayHappen(int[] state, Event event) {
        return state[budgets + event.ordinal()] > 0;
    }

    private int[] spend(int[] state, Event event) {
        int[] next = state.clone();
        next[budgets + event.ordinal()]--;
        return next;
    }

    private void tickSteps(int[] state, Steps steps) {
        boolean isTwin = setup.twin == Twin.WATCH_AHEAD;
        for (int p = -1; p < processes; p++) {
            for (int drift = p < 0 ? 0 : 1; drift <= (p < 0 ? 0 : 2); drift++) {
                if (p >= 0 && !mayHappen(state, Event.DRIFT) && !(isTwin && drift == 2)) {
                    continue;
                }
                int[] next = p < 0 || isTwin ? state.clone() : spend(state, Event.DRIFT);
                for (int q = 0; q < processes; q++) {
                    next[localAt(q)] = step(local(state, q), Input.TICK, q == p ? drift : 0, 0).number;
                }
                if (!Arrays.equals(next, state)) {
                    steps.step(next, p < 0 ? "tick" : "tick, P" + p + (drift == 1 ? " owner slow" : " watcher fast"));
                }
            }
        }
    }

    private void callSteps(int[] state, int p, int thread, Steps steps) {
        Call call = local(state, p).process.calls[thread];
        if (call == null) {
            return;
        }
        int at = localAt(p) + 1 + thread;
        String what = "P" + p + " " + call.reason() + " " + call.ask();
        boolean isReplace = call.ask() != Ask.READ && call.ask() != Ask.READ_ALL && call.ask() != Ask.QUEUE;
        boolean mayBeLost = isReplace && mayHappen(state, Event.UNKNOWN);
        if (state[at] == 0) {
            int[] next = arrive(state, p, thread, call);
            if (next != null) {
                boolean atOnce = setup.answersAtOnce && thread == StoreProcess.CLERK && next[at] != 0;
                if (!atOnce || mayBeLost) {
                    steps.step(next, what + " arrives");
                }
                if (atOnce) {
                    steps.step(answer(next, p, thread, next[at] - 1), what + " arrives and is answered");
                }
            }
            if (mayBeLost) {
                int[] lost = leaveBehind(spend(state, Event.UNKNOWN), call);
                steps.step(answer(lost, p, thread, StoreProcess.UNKNOWN), what + " times out on its way");
            }
        } else {
            steps.step(answer(state, p, thread, state[at] - 1), what + " is answered " + (state[at] - 1));
            if (mayBeLost) {
                steps.step(
                        answer(spend(state, Event.UNKNOWN), p, thread, StoreProcess.UNKNOWN),
                        what + " loses its answer");
            }
        }
    }

    private int[] answer(int[] state, int p, int thread, int answer) {
        int[] next = with(state, p, step(local(state, p), Input.ANSWER, thread, answer));
        next[localAt(p) + 1 + thread] = 0;
        return next;
    }

    /** Lets a call arrive at the store. Returns null if it has to wait there. */
    private int[] arrive(int[] state, int p, int thread, Call call) {
        int at = localAt(p) + 1 + thread;
        int[] next = state.clone();
        switch (call.ask()) {
            case READ -> next[at] = 1 + state[register(call.targets().getFirst())];
            case READ_ALL ->
                next[at] = 1
                        + values.of(call.targets().stream()
                                .map(target -> state[register(target)])
                                .toList());
            case QUEUE -> {
                Local locked = step(local(state, p), Input.LOCKED, 0, state[0]);
                next[localAt(p)] = locked.number;
                Call replace = locked.process.calls[thread];
                if (replace != null && isBeyond(replace)) {
                    return null;
                }
                if (replace != null) {
                    apply(next, 0, replace.next());
                    next[at] = 1 + StoreProcess.APPLIED;
                }
            }
            case RETIRE -> {
                int target = register(call.targets().getFirst());
                if (isGuarded(state, call.targets().getFirst().index())) {
                    return null;
                }
                next[at] = 1 + replace(next, target, call.base(), call.next());
            }
            case REPLACE, DELETE -> {
                if (isBeyond(call)) {
                    return null;
                }
                next[at] = 1 + replace(next, register(call.targets().getFirst()), call.base(), call.next());
            }
        }
        return next;
    }

    /** Returns true for a commit that the search leaves out. */
    private boolean isBeyond(Call call) {
        return call.targets().getFirst().kind() == Kind.TURNSTILE
                && values.turnstile(call.next()).commits() > setup.commitsMax;
    }

    private boolean isGuarded(int[] state, int session) {
        if (!setup.guards || setup.twin == Twin.IGNORES_GUARDS) {
            return false;
        }
        Local owner = local(state, session / setup.lives);
        return !owner.process.guarding().isEmpty()
                && setup.session(owner.process.index, owner.process.life()).low() == session;
    }

    private int replace(int[] next, int register, int base, int value) {
        if (base >= 0 && next[register] != base) {
            return StoreProcess.CONFLICT;
        }
        apply(next, register, value);
        return StoreProcess.APPLIED;
    }

    private void apply(int[] next, int register, int value) {
        if (register == 0) {
            checkCommit(next[0], value);
            noteBatches(values.turnstile(next[0]), values.turnstile(value));
        }
        next[register] = value;
    }

    /** A call without an answer may still arrive. */
    private int[] leaveBehind(int[] state, Call call) {
        if (call.ask() == Ask.READ || call.ask() == Ask.READ_ALL || call.ask() == Ask.QUEUE || call.base() < 0) {
            return state;
        }
        int[] next = Arrays.copyOf(state, state.length + 3);
        next[state.length] = register(call.targets().getFirst());
        next[state.length + 1] = call.base();
        next[state.length + 2] = call.next();
        return next;
    }

    private static int[] remove(int[] state, int at) {
        int[] next = Arrays.copyOf(state, state.length - 3);
        System.arraycopy(state, at + 3, next, at, state.length - at - 3);
        return next;
    }

    /** Removes late replaces that can't arrive any more, and puts the others in order. */
    private int[] normal(int[] state) {
        int[] next = state;
        for (int at = next.length - 3; at >= late; at -= 3) {
            boolean mayComeBack = next[at] >= posts && next[at] < budgets;
            if (next[next[at]] != next[at + 1] && !mayComeBack) {
                next = remove(next, at);
            }
        }
        if (next.length > late + 3) {
            int[][] all = new int[(next.length - late) / 3][];
            for (int i = 0; i < all.length; i++) {
                all[i] = Arrays.copyOfRange(next, late + 3 * i, late + 3 * i + 3);
            }
            Arrays.sort(all, Arrays::compare);
            for (int i = 0; i < all.length; i++) {
                System.arraycopy(all[i], 0, next, late + 3 * i, 3);
            }
        }
        return next;
    }

    // ------------------------------------------------------------------------------------------------ invariants

    private Page page(int value) {
        return pages.computeIfAbsent(value, key -> {
            StoredLedger stored = values.turnstile(key);
            Ledger ledger = new Ledger(StoreProcess.ENTRIES);
            ledger.load(stored.words());
            List<Entry> entries = new ArrayList<>();
            long fence = 0;
            for (int i = 0; i < ledger.entries(); i++) {
                long who = ledger.who(i);
                int session = stored.row(RequestWord.member(who))
                        .map(row -> (int) row.session().low())
                        .orElse(-1);
                boolean inside = i < ledger.inside();
                boolean aside = inside && ledger.isAside(i);
                entries.add(new Entry(
                        session,
                        RequestWord.id(who),
                        inside,
                        inside && !aside,
                        aside && ledger.isStarting(i),
                        ledger.fence(i),
                        RequestWord.units(who)));
                fence = Math.max(fence, ledger.fence(i));
            }
            Set<Integer> roster = new HashSet<>();
            stored.roster().forEach(row -> roster.add((int) row.session().low()));
            return new Page(Math.max(fence, stored.words()[3]), ledger.serving(), ledger.floor(), entries, roster);
        });
    }

    /** Checks a commit: fences grow, waiters keep their order, and no leave takes what serves below the floor. */
    private void checkCommit(int base, int value) {
        if (!checkedCommits.add((long) base << 32 | value)) {
            return;
        }
        Page before = page(base);
        Page after = page(value);
        List<Long> lineBefore = new ArrayList<>();
        for (Entry entry : before.entries()) {
            if (!entry.inside()) {
                lineBefore.add(entry.id());
            }
        }
        int last = -1;
        for (Entry entry : after.entries()) {
            boolean isNew = before.entries().stream()
                    .noneMatch(old -> old.id() == entry.id() && old.inside() && old.fence() == entry.fence());
            if (entry.inside() && isNew && entry.fence() <= before.fence()) {
                throw new Flawed("3: fence " + entry.fence() + " does not grow");
            }
            int place = lineBefore.indexOf(entry.id());
            if (!entry.inside() && place >= 0) {
                if (place < last) {
                    throw new Flawed("11: a waiter has lost its place");
                }
                last = place;
            }
            if (entry.session() < 0) {
                throw new Flawed("9: an entry of no session");
            }
        }
        if (after.serving() < after.floor() && after.serving() < before.serving()) {
            for (Entry old : before.entries()) {
                Optional<Entry> now = after.entries().stream()
                        .filter(entry -> entry.id() == old.id())
                        .findFirst();
                boolean ceased = old.serves() && (now.isEmpty() || !now.get().serves());
                boolean doubted = now.isPresent() && setup.timed; // or goes aside to stop
                boolean buried = !after.roster().contains(old.session());
                boolean mayBeLost = setup.timed && setup.whenSilent == WhenSilent.LOSES_PLACE;
                if (ceased && !doubted && !buried && !mayBeLost) {
                    throw new Flawed(
                            "5: " + after.serving() + " of at least " + after.floor() + " serve after a leave");
                }
            }
        }
    }

    private void check(int[] state) {
        Page page = page(state[0]);
        int held = 0;
        int holders = 0;
        for (int p = 0; p < processes; p++) {
            Local local = local(state, p);
            held += local.heldUnits;
            holders += local.held.isEmpty() ? 0 : 1;
            if (local.validSession >= 0 && isDead(state[sessions + local.validSession])) {
                throw new Flawed("2: the session of P" + p + " is DEAD before its deadline");
            }
            checkEntries(state, p, local, page);
        }
        if (held > setup.limit) {
            throw new Flawed("1: " + held + " units are held, and the limit is " + setup.limit);
        }
        note(state, page, held, holders);
    }

    private boolean isDead(int record) {
        return record != 0 && values.session(record).status() == SessionRecord.Status.DEAD;
    }

    private boolean isLive(int record) {
        return record != 0 && values.session(record).status() == SessionRecord.Status.LIVE;
    }

    private void checkEntries(int[] state, int p, Local local, Page page) {
        for (StoreProcess.Held permit : local.held) {
            boolean there = page.entries().stream()
                    .anyMatch(entry -> entry.id() == RequestWord.id(permit.who())
                            && entry.inside()
                            && entry.fence() == permit.fence()
                            && entry.units() >= permit.units());
            if (!there) {
                throw new Flawed("10: P" + p + " has a valid permit without an entry");
            }
        }
        for (long who : local.process.guarding()) {
            if (page.entries().stream().noneMatch(entry -> entry.id() == RequestWord.id(who))) {
                throw new Flawed("guard: P" + p + " guards a transaction without an entry");
            }
        }
        if (local.currentSession < 0 || !isLive(state[sessions + local.currentSession])) {
            return;
        }
        for (Entry entry : page.entries()) {
            if (entry.session() == local.currentSession && !local.known.contains(entry.id())) {
                throw new Flawed("9: an entry of P" + p + " has no caller");
            }
        }
        for (long id : local.inLine) {
            if (page.entries().stream().noneMatch(entry -> entry.id() == id)) {
                throw new Flawed("11: a waiter of P" + p + " is not in line");
            }
        }
    }

    private void noteBatches(StoredLedger before, StoredLedger after) {
        long advanced = after.roster().stream()
                .filter(row -> before.row(row.session())
                        .filter(old -> old.batch() != row.batch())
                        .isPresent())
                .count();
        if (advanced > 1) {
            sights.add(Sight.APPLIED_FOR_ANOTHER);
        }
    }

    private void note(int[] state, Page page, int held, int holders) {
        boolean killed = false;
        for (int s = sessions; s < posts; s++) {
            if (isDead(state[s])) {
                killed = true;
                sights.add(Sight.KILLED);
                int session = s - sessions;
                if (page.entries().stream().anyMatch(entry -> entry.session() == session && entry.inside())) {
                    sights.add(Sight.KILLED_WHILE_IT_HELD);
                }
            } else if (state[s] != 0 && values.session(state[s]).status() == SessionRecord.Status.ENDED) {
                sights.add(Sight.ENDED);
            }
        }
        for (int q = posts; q < budgets; q++) {
            if (state[q] != 0) {
                sights.add(Sight.POSTED);
            }
        }
        if (held > 0) {
            sights.add(Sight.HELD);
            if (killed) {
                sights.add(Sight.HELD_AFTER_A_KILL);
            }
        }
        if (holders > 1) {
            sights.add(Sight.HELD_BY_TWO);
        }
        for (int p = 0; p < processes; p++) {
            Local local = local(state, p);
            if (!local.inLine.isEmpty()) {
                sights.add(Sight.WAITED);
            }
            if (local.process.life() > 0) {
                sights.add(Sight.SECOND_LIFE);
                if (!local.held.isEmpty()) {
                    sights.add(Sight.SECOND_LIFE_HELD);
                }
            }
            if (local.process.hasLost()) {
                sights.add(Sight.LOST);
            }
            if (!local.process.guarding().isEmpty() && local.held.isEmpty()) {
                sights.add(Sight.GUARDED_AFTER_DEADLINE);
            }
        }
        if (page.entries().stream().anyMatch(Entry::doubtful)) {
            sights.add(Sight.DOUBTED);
        }
    }

    // ------------------------------------------------------------------------------------------------ lockout

    private static final int ROUNDS_MAX = 60;

    /** From here on nothing goes wrong. Returns what is missing at the end. */
    private String runCalmly(int[] from) {
        List<Long> path = new ArrayList<>();
        int[] state = from.clone();
        for (int round = 0; round < ROUNDS_MAX; round++) {
            long hash = LongSet.hash(state);
            if (calm.contains(hash)) {
                path.forEach(calm::add);
                return "";
            }
            path.add(hash);
            if (isServed(state)) {
                path.forEach(calm::add);
                return "";
            }
            state = round(state);
        }
        StringBuilder what = new StringBuilder("8: lockout");
        for (int p = 0; p < processes; p++) {
            what.append("\n  P")
                    .append(p)
                    .append(": ")
                    .append(local(state, p).process.describe());
        }
        return what + "\n  " + page(state[0]);
    }

    private boolean isServed(int[] state) {
        boolean allGood = true;
        for (int p = 0; p < processes; p++) {
            Local local = local(state, p);
            if (local.isStuck) {
                continue; // it has no life left; the others must not depend on it
            }
            allGood &= local.isDone;
        }
        if (!allGood) {
            return false;
        }
        for (Entry entry : page(state[0]).entries()) {
            Local owner = local(state, entry.session() / setup.lives);
            if (owner.currentSession == entry.session() && !owner.known.contains(entry.id())) {
                return false;
            }
        }
        return true;
    }

    private int[] round(int[] from) {
        int[] state = from;
        for (int p = 0; p < processes; p++) {
            state = settleCalls(state, p);
            for (int turn = 0; turn < 8; turn++) {
                Local local = local(state, p);
                if (local.process.isCrashed()) {
                    break;
                }
                if (local.process.awaits(state[0])) {
                    state = with(state, p, step(local, Input.CHANGED, 0, 0));
                }
                boolean moved = false;
                for (int[] input : local(state, p).calmInputs) {
                    Input kind = Input.values()[input[0]];
                    boolean isGuardOrWish =
                            kind == Input.GUARD || kind == Input.GIVE_UP || kind == Input.BEAT && turn > 0;
                    if (isGuardOrWish || !isPossible(local(state, p), input)) {
                        continue;
                    }
                    Local next = step(local(state, p), kind, input[1], 0);
                    moved |= next != local(state, p);
                    state = settleCalls(with(state, p, next), p);
                }
                if (!moved) {
                    break;
                }
            }
        }
        if (setup.timed) {
            int[] next = state.clone();
            for (int q = 0; q < processes; q++) {
                next[localAt(q)] = step(local(state, q), Input.TICK, 0, 0).number;
            }
            state = next;
        }
        return normal(state);
    }

    private static boolean isPossible(Local local, int[] input) {
        return local.calmInputs.stream().anyMatch(possible -> Arrays.equals(possible, input));
    }

    private int[] settleCalls(int[] from, int p) {
        int[] state = from;
        for (int rounds = 0; rounds < 6; rounds++) {
            for (int thread = 0; thread < StoreProcess.THREADS; thread++) {
                Call call = local(state, p).process.calls[thread];
                int at = localAt(p) + 1 + thread;
                if (call == null) {
                    continue;
                }
                if (state[at] == 0) {
                    int[] next = arrive(state, p, thread, call);
                    if (next == null) {
                        continue;
                    }
                    state = next;
                }
                if (state[at] != 0) {
                    state = answer(state, p, thread, state[at] - 1);
                }
            }
        }
        return state;
    }

    // ------------------------------------------------------------------------------------------------ search

    Result search(long statesMax) {
        ArrayDeque<int[]> queue = new ArrayDeque<>();
        int[] first = initial();
        IntList parentOf = new IntList();
        List<String> whats = new ArrayList<>();
        Map<String, Integer> whatNumbers = new HashMap<>();
        IntList whatOf = new IntList();
        seen.add(LongSet.hash(first));
        parentOf.add(-1);
        whatOf.add(0);
        whats.add("start");
        queue.add(first);
        int[] number = {0};
        String[] flaw = {""};
        int[] flawedAt = {-1};
        try {
            check(first);
            while (!queue.isEmpty() && parentOf.size() < statesMax) {
                int[] state = queue.poll();
                int from = number[0]++;
                flawedAt[0] = from;
                if (setup.calms) {
                    String lockout = runCalmly(state);
                    if (!lockout.isEmpty()) {
                        throw new Flawed(lockout);
                    }
                }
                forEachStep(state, (raw, what) -> {
                    int[] next = normal(raw);
                    if (seen.add(LongSet.hash(next))) {
                        parentOf.add(from);
                        whatOf.add(whatNumbers.computeIfAbsent(what, key -> {
                            whats.add(key);
                            return whats.size() - 1;
                        }));
                        try {
                            check(next);
                        } catch (Flawed found) {
                            flawedAt[0] = parentOf.size() - 1;
                            throw found;
                        }
                        queue.add(next);
                    }
                });
            }
        } catch (Flawed found) {
            flaw[0] = found.getMessage();
        } catch (IllegalStateException | IndexOutOfBoundsException thrown) {
            StackTraceElement[] where = thrown.getStackTrace();
            flaw[0] = "a machine throws: " + thrown + " at " + where[0] + " " + where[1] + " " + where[2];
        }
        List<String> trace = new ArrayList<>();
        if (!flaw[0].isEmpty()) {
            for (int at = flawedAt[0]; at > 0; at = parentOf.get(at)) {
                trace.addFirst(whats.get(whatOf.get(at)));
            }
        }
        boolean exhausted = queue.isEmpty() && flaw[0].isEmpty();
        return new Result(parentOf.size(), exhausted, flaw[0], trace, sights, locals.size());
    }

    private static final class IntList {
        private int[] all = new int[1 << 16];
        private int size;

        void add(int value) {
            if (size == all.length) {
                all = Arrays.copyOf(all, 2 * size);
            }
            all[size++] = value;
        }

        int get(int at) {
            return all[at];
        }

        int size() {
            return size;
        }
    }

    /** A set of hashes. */
    private static final class LongSet {
        private long[] table = new long[1 << 16];
        private int size;

        static long hash(int[] state) {
            long hash = 0x9E3779B97F4A7C15L * state.length;
            for (int value : state) {
                hash = (hash ^ value) * 0xBF58476D1CE4E5B9L;
                hash ^= hash >>> 29;
            }
            hash *= 0x94D049BB133111EBL;
            hash ^= hash >>> 32;
            return hash == 0 ? 1 : hash;
        }

        boolean contains(long hash) {
            return table[find(hash)] == hash;
        }

        boolean add(long hash) {
            int at = find(hash);
            if (table[at] == hash) {
                return false;
            }
            table[at] = hash;
            if (++size * 2L > table.length) {
                long[] old = table;
                table = new long[2 * old.length];
                for (long value : old) {
                    if (value != 0) {
                        table[find(value)] = value;
                    }
                }
            }
            return true;
        }

        private int find(long hash) {
            int at = (int) (hash >>> 7) & (table.length - 1);
            while (table[at] != 0 && table[at] != hash) {
                at = (at + 1) & (table.length - 1);
            }
            return at;
        }
    }
}
