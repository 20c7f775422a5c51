package dev.turnstile.lab.explore;

import dev.turnstile.lab.run.Move;
import dev.turnstile.machine.Message;
import dev.turnstile.machine.NodeSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The transition system of a message-passing algorithm.
 *
 * <p>A node together with the messages in flight from it is one part of a configuration, and has a number
 * ({@link NodeStates}). A configuration is n numbers. A move touches one part or, when a message is delivered, two. The
 * sender's part loses the message; the receiver's part has another state, and perhaps sends ({@link MemoisedNodes}).
 *
 * <p>Messages in flight to a crashed node are forgotten, because no node will take them.
 */
final class NodeModel<M extends Message> implements Model {
    private static final int WIDTH_MAX = 31;
    private static final int BITS = Long.SIZE - 1; // the topmost is taken
    private static final long MESSAGE = 0xFFFF_FFFFL; // the half of a number that holds the message

    private final Supplier<NodeSystem<M>> setup;
    private final NodeSystem<M> system;
    private final CheckOptions options;
    private final int[] units;
    private final int wordsWanted;
    private final NodeStates<M> parts;
    private final int n;
    private final MemoisedNodes<M> reactions;
    private final Optional<StampNormaliser<M>> ranks; // if there are stamps
    private final long[] numbers; // of the parts of one configuration
    private final Layout layout;
    private final List<Move> moves;
    private final int[] outcomes; // by move: the outcome of chance
    private final int[] meets;
    private final boolean holdsWhenStopped;
    private final int floor;
    private final boolean copied; // shares its parts with another model
    private boolean everyStart = true;

    /**
     * Thrown if there are more distinct parts than numbers for them. More words per configuration give more numbers.
     */
    static final class TooNarrowException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    NodeModel(Supplier<NodeSystem<M>> setup, int[] units, CheckOptions options, int words) {
        this(setup, units, options, words, new NodeStates<>(units.length), false);
    }

    private NodeModel(
            Supplier<NodeSystem<M>> setup,
            int[] units,
            CheckOptions options,
            int words,
            NodeStates<M> parts,
            boolean copied) {
        this.setup = setup;
        this.options = options;
        this.units = units;
        this.parts = parts;
        this.copied = copied;
        wordsWanted = words;
        system = setup.get();
        n = system.sizes().participants();
        reactions = new MemoisedNodes<>(system, parts, units, options);
        ranks = system.facts().stamps().isPresent()
                ? Optional.of(new StampNormaliser<>(system, parts))
                : Optional.empty();
        numbers = new long[n];
        layout = layout(words);
        NodeMoves possible = new NodeMoves(system, options);
        moves = possible.all();
        outcomes = possible.outcomes();
        meets = possible.meets();
        holdsWhenStopped = system.facts().holdsWhenStopped();
        floor = system.sizes().floor();
    }

    private Layout layout(int words) {
        int[] widths = new int[n + 1];
        int perWord = (n + words - 1) / words;
        int stopBits = options.crashes() > 0 ? n : 0;
        Arrays.fill(widths, Math.min(WIDTH_MAX, (BITS - (words == 1 ? stopBits : 0)) / perWord));
        widths[n] = stopBits;
        return new Layout(widths);
    }

    @Override
    public int words() {
        return layout.words();
    }

    @Override
    public int processes() {
        return n;
    }

    @Override
    public List<Move> moves() {
        return moves;
    }

    @Override
    public void initial(long[] to) {
        Arrays.fill(to, 0, words(), 0);
        for (int i = 0; i < n; i++) {
            put(to, i, reactions.fresh(i, system.node(i)));
        }
        layout.mark(to);
    }

    private void put(long[] to, int node, long part) {
        if (part >>> layout.width(node) != 0) {
            throw new TooNarrowException();
        }
        layout.put(to, node, part);
    }

    @Override
    public List<long[]> starts() {
        return options.anyStart().isEmpty()
                ? Model.super.starts()
                : anyStarts(options.anyStart().get());
    }

    private List<long[]> anyStarts(CheckOptions.AnyStart wanted) {
        AnyConfigurations<long[]> any = AnyConfigurations.of(wanted, dice -> {
            long[] start = new long[words()];
            for (int i = 0; i < n; i++) {
                put(start, i, reactions.scrambled(i, wanted.messages(), dice));
            }
            layout.mark(start);
            return start;
        });
        everyStart = any.all();
        return any.made();
    }

    /** Returns whether {@link #starts} returned every possible start. */
    boolean everyStart() {
        return everyStart;
    }

    @Override
    public boolean next(long[] from, int at, int move, long[] to) {
        Move wanted = moves.get(move);
        int i = wanted.process();
        long stopped = layout.get(from, at, n);
        if (isStopped(stopped, i)) {
            return false;
        }
        if (!options.hastened().isEmpty() && mustWait(wanted, from, at)) {
            return false;
        }
        if (wanted.kind() == Move.Kind.DELIVER) {
            return deliver(from, at, wanted.from(), i, stopped, to);
        }
        if (wanted.kind() == Move.Kind.CRASH) {
            return crash(from, at, i, stopped, to);
        }
        if (mayNot(wanted, from, at)) {
            return false;
        }
        long after = reactions.alone(i, wanted.kind(), outcomes[move], layout.get(from, at, i));
        if (after == MemoisedNodes.IMPOSSIBLE) {
            return false;
        }
        System.arraycopy(from, at, to, 0, words());
        put(to, i, reactions.forget(i, after, stopped));
        tidy(i, to);
        return true;
    }

    /** Returns whether a move is forbidden: staying nodes do not leave, and a timeout does not come early. */
    private boolean mayNot(Move wanted, long[] from, int at) {
        return switch (wanted.kind()) {
            case LEAVE -> options.staying().contains(wanted.process());
            case TIMEOUT -> !timersRunOut(from, at);
            case ASK, CANCEL, CRASH, DELIVER, STEP, ATTEMPT, KILL, TICK, BECOME -> false;
        };
    }

    /** Returns whether no message is in flight that a timer must outlast. */
    private boolean timersRunOut(long[] from, int at) {
        boolean outlasted = true;
        for (int i = 0; !options.hastyTimers() && outlasted && i < n; i++) {
            outlasted = !reactions.hasOutlasted(i, layout.get(from, at, i));
        }
        return outlasted;
    }

    /** Returns whether a hastened message must arrive before this move. */
    private boolean mustWait(Move wanted, long[] from, int at) {
        long hastened = 0;
        for (int sender = 0; sender < n; sender++) {
            long receivers = reactions.hastened(sender, layout.get(from, at, sender));
            if (wanted.kind() == Move.Kind.DELIVER
                    && sender == wanted.from()
                    && (receivers >>> wanted.process() & 1) != 0) {
                return false;
            }
            hastened |= receivers;
        }
        return hastened != 0;
    }

    private boolean deliver(long[] from, int at, int sender, int receiver, long stopped, long[] to) {
        long taken = reactions.take(sender, receiver, layout.get(from, at, sender));
        if (taken == MemoisedNodes.IMPOSSIBLE) {
            return false;
        }
        long after = reactions.receive(sender, receiver, layout.get(from, at, receiver), taken & MESSAGE);
        if (after == MemoisedNodes.IMPOSSIBLE) {
            return false;
        }
        System.arraycopy(from, at, to, 0, words());
        put(to, sender, taken >>> Integer.SIZE);
        put(to, receiver, reactions.forget(receiver, after, stopped));
        tidy(receiver, to);
        return true;
    }

    /** Tidies a configuration after a node's move: messages in flight from it or to it may have no effect any more. */
    private void tidy(int i, long[] to) {
        for (int j = 0; options.forgetsVoid() && j < n; j++) {
            if (j != i) {
                forgetVoid(i, j, to);
                forgetVoid(j, i, to);
            }
        }
        rank(to);
    }

    private void forgetVoid(int sender, int receiver, long[] to) {
        put(
                to,
                sender,
                reactions.withoutVoid(sender, receiver, layout.get(to, 0, sender), layout.get(to, 0, receiver)));
    }

    /** Merges configurations that differ only in how long the system has run. */
    private void rank(long[] to) {
        if (ranks.isPresent()) {
            for (int i = 0; i < n; i++) {
                numbers[i] = layout.get(to, 0, i);
            }
            if (ranks.get().compact(numbers)) {
                for (int i = 0; i < n; i++) {
                    put(to, i, numbers[i]);
                }
            }
        }
    }

    private boolean crash(long[] from, int at, int i, long stopped, long[] to) {
        if (Long.bitCount(stopped) >= options.crashes()) {
            return false;
        }
        long now = stopped | 1L << i;
        System.arraycopy(from, at, to, 0, words());
        for (int j = 0; j < n; j++) {
            put(to, j, reactions.forget(j, layout.get(from, at, j), now));
        }
        layout.put(to, n, now);
        rank(to);
        return true;
    }

    private static boolean isStopped(long stopped, int node) {
        return (stopped >>> node & 1) != 0;
    }

    @Override
    public long status(long[] of, int at) {
        long status = layout.get(of, at, n) << (2 * n);
        for (int i = 0; i < n; i++) {
            boolean counts = holdsWhenStopped || !isStopped(layout.get(of, at, n), i);
            status |= counts ? reactions.region(i, layout.get(of, at, i)) << (2 * i) : 0;
        }
        return status;
    }

    @Override
    public int floor() {
        return floor;
    }

    @Override
    public long stages(long[] of, int at) {
        return 0;
    }

    @Override
    public long tokens(long[] of, int at) {
        long tokens = 0;
        for (int i = 0; i < n; i++) {
            tokens += reactions.tokens(i, layout.get(of, at, i));
        }
        return tokens;
    }

    /**
     * Returns the number of obligations: every message is delivered, every node that is inside leaves, and every
     * awaited timeout comes.
     */
    @Override
    public int obligations() {
        return n * n + 2 * n;
    }

    @Override
    public int meets(int move) {
        return meets[move];
    }

    @Override
    public boolean owes(long[] of, int at, int obligation) {
        int i = obligation % n;
        if (isStopped(layout.get(of, at, n), i)) {
            return false;
        }
        long part = layout.get(of, at, i);
        return switch (obligation / n - n) {
            case 0 -> reactions.isInside(i, part) && !options.staying().contains(i);
            case 1 -> reactions.awaitsTimeout(i, part) && timersRunOut(of, at);
            default -> isOnItsWay(of, at, obligation / n, i);
        };
    }

    private boolean isOnItsWay(long[] of, int at, int sender, int receiver) {
        return sender != receiver
                && reactions.take(sender, receiver, layout.get(of, at, sender)) != MemoisedNodes.IMPOSSIBLE;
    }

    @Override
    public List<String> print(long[] of) {
        List<String> printed = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            printed.addAll(reactions.print(i, layout.get(of, 0, i)));
            if (isStopped(layout.get(of, 0, n), i)) {
                printed.add("p" + i + " STOPPED");
            }
        }
        return printed;
    }

    @Override
    public String describe(long[] from, int move) {
        Move wanted = moves.get(move);
        if (wanted.kind() == Move.Kind.CRASH) {
            return wanted.toString();
        }
        if (wanted.kind() != Move.Kind.DELIVER) {
            int i = wanted.process();
            return wanted.choosing(reactions.choices(i, wanted.kind(), outcomes[move], layout.get(from, 0, i)))
                    .toString();
        }
        long taken = reactions.take(wanted.from(), wanted.process(), layout.get(from, 0, wanted.from()));
        // its stamps are ranks, not the values in a run from the start
        return ranks.isPresent() ? wanted.toString() : wanted + ": " + parts.message((int) taken);
    }

    @Override
    public List<String> start(long[] state) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; options.anyStart().isPresent() && i < n; i++) {
            lines.addAll(reactions.start(i, layout.get(state, 0, i)));
        }
        return lines;
    }

    @Override
    public int compare(long[] one, long[] other) {
        return everything(one).compareTo(everything(other));
    }

    /**
     * Returns all of a configuration in words, including what is never printed, so that distinct configurations differ.
     */
    private String everything(long[] of) {
        List<String> all = print(of);
        for (int i = 0; i < n; i++) {
            all.add(String.valueOf(reactions.requestsLeft(i, layout.get(of, 0, i))));
        }
        return String.join(" ", all);
    }

    /** Returns how many bytes are remembered. What copies share is counted once. */
    @Override
    public long bytes() {
        return reactions.bytes() + ranks.map(StampNormaliser::bytes).orElse(0L) + (copied ? 0 : parts.bytes());
    }

    @Override
    public Model copy() {
        return new NodeModel<>(setup, units, options, wordsWanted, parts, true);
    }
}
