package dev.turnstile.algorithm;

import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.algorithm.permission.Central;
import dev.turnstile.algorithm.permission.Lamport;
import dev.turnstile.algorithm.permission.Raymond;
import dev.turnstile.algorithm.permission.SrimaniReddy;
import dev.turnstile.algorithm.rung.Excl;
import dev.turnstile.algorithm.rung.Gtex;
import dev.turnstile.algorithm.rung.Naive;
import dev.turnstile.algorithm.ticket.ColoredTicket;
import dev.turnstile.algorithm.ticket.NumberedTicket;
import dev.turnstile.algorithm.ticket.Queue;
import dev.turnstile.algorithm.ticket.UnboundedColoredTicket;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All algorithms that a program can use. Drivers, the conformance suite, benchmarks and docs take them from here. The
 * lab adds its own: stages of an explanation, algorithms as printed, and variants broken on purpose.
 *
 * <pre>{@code
 * Algorithm.SharedMemory ticket = Catalogue.sharedMemory("colored-ticket");
 * ticket.fifo();                                // true
 * ProcessSystem system = ticket.system(4, 2);   // for 4 processes, of which 2 may be inside
 * }</pre>
 */
public final class Catalogue {
    private static final List<String> TICKET_GUARANTEES =
            List.of("at most k inside", "FIFO enabling", "no lockout with up to k-1 crashed processes");

    private static final List<String> RUNG_ASSUMPTIONS = List.of(
            "atomic reads and writes of registers, nothing stronger",
            "n processes, k < n <= " + Excl.PROCESSES_MAX + ", each with an index of its own");

    private static final Traits EVERYWHERE = Traits.on(Traits.Runtime.THREADS, Traits.Runtime.MAPPED);

    private static final Traits ORDERED = EVERYWHERE.inOrder();

    private static final List<Algorithm> SINGLE = List.of(
            new Algorithm.SharedMemory(
                    "queue",
                    "Queue",
                    "fischer-1985, section 2.1, figure 1",
                    List.of("atomic read-modify-write of one cell", "at most N processes, N <= " + Queue.PROCESSES_MAX),
                    TICKET_GUARANTEES,
                    "1 transaction to enter, 1 to leave; up to N! e shared values",
                    ORDERED,
                    limit -> Queue.PROCESSES_MAX,
                    Queue::new),
            new Algorithm.SharedMemory(
                    "numbered-ticket",
                    "Numbered Ticket",
                    "fischer-1985, section 2.3, figures 2 and 3",
                    List.of(
                            "atomic read-modify-write of one cell",
                            "no waiting process sleeps through 2^31 validations"),
                    TICKET_GUARANTEES,
                    "1 addition to enter, 1 to leave; unbounded values, here 2 x 32 bits",
                    ORDERED,
                    limit -> NumberedTicket.PROCESSES_MAX,
                    NumberedTicket::new),
            new Algorithm.SharedMemory(
                    "unbounded-colored-ticket",
                    "Unbounded Colored Ticket",
                    "fischer-1985, section 2.4, figures 2, 4 and 5",
                    List.of(
                            "atomic read-modify-write of one cell",
                            "at most N processes",
                            "no waiting process sleeps until the colors have wrapped around"),
                    TICKET_GUARANTEES,
                    "1 transaction to enter, 1 to leave; unbounded colors, here 2 x 32 bits",
                    ORDERED,
                    limit -> UnboundedColoredTicket.PROCESSES_MAX,
                    UnboundedColoredTicket::new),
            new Algorithm.SharedMemory(
                    "colored-ticket",
                    "Colored Ticket",
                    "fischer-1985, section 2.4, figures 2, 4, 6 and 7",
                    List.of(
                            "atomic read-modify-write of one cell",
                            "at most N processes",
                            "C(2k,k)((k+1)(1+max(k,N-k)))^2 values fit into 64 bits"),
                    TICKET_GUARANTEES,
                    "1 transaction to enter, 1 to leave; C(2k,k)((k+1)M)^2 shared values, M = 1+max(k,N-k)",
                    ORDERED,
                    ColoredTicket::processesMax,
                    ColoredTicket::new),
            new Algorithm.SharedMemory(
                    "ledger",
                    "Ledger",
                    "ours, after the queue of fischer-1985, section 2.1",
                    List.of(
                            "atomic compare-and-set of one cell",
                            "at most " + RequestWord.MEMBERS_MAX + " processes",
                            "crashed processes can be told from live ones"),
                    List.of(
                            "at most k inside",
                            "FIFO enabling",
                            "no lockout, no matter which processes are killed, or how often"),
                    "1 transaction to enter, 1 to leave; each copies 3 words per process inside or waiting",
                    Traits.on(Traits.Runtime.MAPPED).inOrder().survivingKills(),
                    limit -> RequestWord.MEMBERS_MAX,
                    LedgerSystem::new),
            new Algorithm.SharedMemory(
                    "naive",
                    "(n,k)-NAIVE",
                    "omori-2002, section 2",
                    RUNG_ASSUMPTIONS,
                    List.of(
                            "at most k inside",
                            "no lockout as long as no process crashes; one crashed process can lock out others"),
                    "uncontended, (n-k)(n+2) register accesses to enter, 1 to leave; 2n-k registers",
                    EVERYWHERE.withBlockingHolders(),
                    limit -> Excl.PROCESSES_MAX,
                    Naive::new),
            new Algorithm.SharedMemory(
                    "excl",
                    "(n,k)-EXCL",
                    "omori-2002, section 3",
                    RUNG_ASSUMPTIONS,
                    List.of("at most k inside", "no lockout with up to k-1 crashed processes"),
                    "uncontended, (n-k)(n+2) register accesses to enter, 1 to leave; 2n-k registers",
                    EVERYWHERE,
                    limit -> Excl.PROCESSES_MAX,
                    Excl::new),
            new Algorithm.SharedMemory(
                    "gtex",
                    "(n,k)-GTEX",
                    "omori-2002, section 5",
                    RUNG_ASSUMPTIONS,
                    List.of("at most k inside", "no lockout with up to k-1 crashed processes"),
                    "uncontended, about 2kn register accesses to enter for n much larger than k, 1 to leave; 2n-k"
                            + " registers",
                    EVERYWHERE,
                    limit -> Excl.PROCESSES_MAX,
                    Gtex::new),
            new Algorithm.MessagePassing(
                    "raymond",
                    "Raymond",
                    "Raymond 1989, as bulgannawar-1995 simulates it",
                    List.of(Assumptions.CHANNELS, "n nodes, k <= n"),
                    List.of("at most k inside", "no lockout with up to k-1 crashed nodes"),
                    "2n-k-1 to 2(n-1) messages of 4 words per entry",
                    Traits.on(Traits.Runtime.THREADS),
                    Raymond::new),
            new Algorithm.MessagePassing(
                    "lamport",
                    "Lamport, for k units",
                    "Lamport 1978, the example; more than one unit is ours",
                    Assumptions.NODES,
                    List.of(
                            "at most k units inside",
                            "no lockout, as long as no node crashes",
                            "in the order of the stamps: a small request never overtakes a large one"),
                    "3(n-1) messages of 3 to 5 words per entry",
                    Traits.on(Traits.Runtime.THREADS),
                    Lamport::new),
            new Algorithm.MessagePassing(
                    "srimani-reddy",
                    "Srimani-Reddy",
                    "Srimani and Reddy 1992, as bulgannawar-1995 simulates it, with unbounded counters",
                    Assumptions.NODES,
                    List.of("at most k inside", "no lockout, as long as no node crashes"),
                    "about n-1 messages of 4 words per entry, plus a privilege of 3+n words or more; none while a node"
                            + " keeps one",
                    Traits.on(Traits.Runtime.THREADS),
                    SrimaniReddy::new),
            new Algorithm.MessagePassing(
                    "central",
                    "Central coordinator",
                    "ours: the baseline that the papers' figures leave out",
                    List.of(Assumptions.CHANNELS, "n nodes that share K units; node 0 serves; no crashes"),
                    List.of(
                            "at most K units inside",
                            "no lockout, as long as no node crashes",
                            "in the order in which requests reach the coordinator: a small request never overtakes a"
                                    + " large one"),
                    "3 messages of 3 or 4 words per entry, none at the coordinator itself",
                    Traits.on(Traits.Runtime.THREADS),
                    Central::new));

    private static final Algorithms ALL =
            new Algorithms(Stream.of(SINGLE, ForestFamily.ALL, TreeFamily.ALL, QuorumFamily.ALL)
                    .flatMap(List::stream)
                    .toList());

    /** The algorithms that every figure of messages and delay shows, regardless of its subject. */
    private static final Set<String> BASELINES = Set.of("central");

    /** The names that only the lab's catalogue has, each with the algorithm that a program should use instead. */
    private static final Map<String, String> LAB_ONLY = Map.ofEntries(
            Map.entry("forest-as-printed", "forest"),
            Map.entry("makki-timed", "makki"),
            Map.entry("tree-naive", "tree"),
            Map.entry("tree-pusher", "tree"),
            Map.entry("tree-priority", "tree"),
            Map.entry("tree-as-printed", "tree"),
            Map.entry("tree-broken", "tree"),
            Map.entry("tree-network", "tree"),
            Map.entry("tree-members", "tree"),
            Map.entry("maekawa-1985", "maekawa"),
            Map.entry("mutin", "window"),
            Map.entry("mutin-as-printed", "window"),
            Map.entry("mutin-broken", "window"),
            Map.entry("window-broken", "window"),
            Map.entry("window-members", "window"));

    private Catalogue() {}

    /** Returns all algorithms, family by family. */
    public static List<Algorithm> all() {
        return ALL.all();
    }

    /** Returns the algorithms for processes that share memory. */
    public static List<Algorithm.SharedMemory> sharedMemory() {
        return ALL.sharedMemory();
    }

    /** Returns the algorithms for nodes that send each other messages. */
    public static List<Algorithm.MessagePassing> messagePassing() {
        return ALL.messagePassing();
    }

    /** Returns the algorithms that every figure of messages and delay shows for comparison. */
    public static List<Algorithm.MessagePassing> baselines() {
        return messagePassing().stream()
                .filter(algorithm -> BASELINES.contains(algorithm.name()))
                .toList();
    }

    /** Returns the algorithms that run on the threads of one JVM. */
    public static List<Algorithm> forThreads() {
        return all().stream()
                .filter(algorithm -> algorithm.runsOn(Traits.Runtime.THREADS))
                .toList();
    }

    /** Returns a map from the algorithms that only the lab has to those that a program should use instead, by name. */
    public static Map<String, String> labOnly() {
        return LAB_ONLY;
    }

    /**
     * Returns the algorithm of that name. Options may follow a colon: {@code forest:nu=0}.
     *
     * @throws IllegalArgumentException if there is none; the message suggests the nearest name, if one is near, and
     *     lists all. For a name that only the lab knows, the message states that, and what to use instead
     */
    public static Algorithm find(String name) {
        return ALL.find(notLabOnly(name));
    }

    private static String notLabOnly(String name) {
        String plain = name.split(":", 2)[0];
        if (LAB_ONLY.containsKey(plain)) {
            throw new IllegalArgumentException(plain + " is for the lab only; use " + LAB_ONLY.get(plain));
        }
        return name;
    }

    /**
     * Returns the shared-memory algorithm of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Algorithm.SharedMemory sharedMemory(String name) {
        return ALL.sharedMemory(notLabOnly(name));
    }

    /**
     * Returns the message-passing algorithm of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Algorithm.MessagePassing messagePassing(String name) {
        return ALL.messagePassing(notLabOnly(name));
    }

    /**
     * Returns the end of a message that suggests the name nearest to a typed one: {@code "; did you mean 'queue'?"}.
     * Returns a full stop if no name is near.
     */
    public static String didYouMean(String typed, Collection<String> names) {
        return Spelling.nearest(typed, names)
                .map(name -> "; did you mean '" + name + "'?")
                .orElse(".");
    }
}
