package dev.turnstile.algorithm;

import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.Who;
import dev.turnstile.algorithm.rung.Excl;
import dev.turnstile.algorithm.rung.Gtex;
import dev.turnstile.algorithm.rung.Naive;
import dev.turnstile.algorithm.ticket.ColoredTicket;
import dev.turnstile.algorithm.ticket.NumberedTicket;
import dev.turnstile.algorithm.ticket.Queue;
import dev.turnstile.algorithm.ticket.UnboundedColoredTicket;
import dev.turnstile.machine.Process;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * All algorithms that there are. Drivers, checker, conformance suite, benchmarks, command line and docs take them from here.
 *
 * <pre>{@code
 * ProcessSystem system = Catalogue.find("colored-ticket").system(4, 2);
 * }</pre>
 */
public final class Catalogue {
    private static final List<String> TICKET_GUARANTEES =
            List.of("at most k inside", "FIFO enabling", "no lockout with up to k-1 stopped processes");

    private static final List<String> RUNG_ASSUMPTIONS = List.of(
            "atomic reads and writes of registers, nothing stronger",
            "n processes, k < n <= " + Excl.PROCESSES_MAX + ", each with an index of its own");

    private static final List<Algorithm.SharedMemory> ALL = List.of(
            new Algorithm.SharedMemory(
                    "queue",
                    "Queue",
                    "fischer-1985, section 2.1, figure 1",
                    List.of("atomic read-modify-write of one cell", "at most N processes, N <= " + Queue.PROCESSES_MAX),
                    TICKET_GUARANTEES,
                    "1 transaction to enter, 1 to leave; up to N! e shared values",
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
                    UnboundedColoredTicket::new),
            new Algorithm.SharedMemory(
                    "colored-ticket",
                    "Colored Ticket",
                    "fischer-1985, section 2.4, figures 2, 4, 6 and 7",
                    List.of(
                            "atomic read-modify-write of one cell",
                            "at most N processes",
                            "C(2k,k)((k+1)(1+max(k,N-k)))^2 values fit 64 bits"),
                    TICKET_GUARANTEES,
                    "1 transaction to enter, 1 to leave; C(2k,k)((k+1)M)^2 shared values, M = 1+max(k,N-k)",
                    ColoredTicket::new),
            new Algorithm.SharedMemory(
                    "ledger",
                    "Ledger",
                    "ours, after the queue of fischer-1985, section 2.1",
                    List.of(
                            "atomic compare-and-set of one cell",
                            "at most " + Who.MEMBERS_MAX + " processes",
                            "the dead can be told from the living"),
                    List.of(
                            "at most k inside",
                            "FIFO enabling",
                            "no lockout, whoever is killed, as often as it happens"),
                    "1 transaction to enter, 1 to leave; each copies 3 words per process inside or waiting",
                    LedgerSystem::new),
            new Algorithm.SharedMemory(
                    "naive",
                    "(n,k)-NAIVE",
                    "omori-2002, section 2",
                    RUNG_ASSUMPTIONS,
                    List.of(
                            "at most k inside",
                            "no lockout as long as nobody stops; one stopped process can lock out others"),
                    "alone (n-k)(n+2) register accesses to enter, 1 to leave; 2n-k registers",
                    Naive::new),
            new Algorithm.SharedMemory(
                    "excl",
                    "(n,k)-EXCL",
                    "omori-2002, section 3",
                    RUNG_ASSUMPTIONS,
                    List.of("at most k inside", "no lockout with up to k-1 stopped processes"),
                    "alone (n-k)(n+2) register accesses to enter, 1 to leave; 2n-k registers",
                    Excl::new),
            new Algorithm.SharedMemory(
                    "gtex",
                    "(n,k)-GTEX",
                    "omori-2002, section 5",
                    RUNG_ASSUMPTIONS,
                    List.of("at most k inside", "no lockout with up to k-1 stopped processes"),
                    "alone about 2kn register accesses to enter for n much larger than k, 1 to leave; 2n-k registers",
                    Gtex::new));

    private Catalogue() {}

    /** Every algorithm, family by family. */
    public static List<Algorithm.SharedMemory> all() {
        return ALL;
    }

    /** Those that run on the threads of one JVM: all but what is made for processes that can be killed one by one. */
    public static List<Algorithm.SharedMemory> forThreads() {
        return ALL.stream()
                .filter(algorithm -> !(algorithm.system(2, 1).process(0) instanceof Process.Mortal))
                .toList();
    }

    /**
     * The algorithm of that name.
     *
     * @throws IllegalArgumentException when there is none; it names the nearest and lists them all
     */
    public static Algorithm.SharedMemory find(String name) {
        return ALL.stream()
                .filter(algorithm -> algorithm.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    private static String unknown(String name) {
        List<String> names = ALL.stream().map(Algorithm::name).toList();
        return "no algorithm is called '" + name + "'; did you mean '" + nearest(name, names) + "'? There are: "
                + String.join(", ", names);
    }

    /** Which of the names, all in lower case, is most like the given one, for a question back. */
    public static String nearest(String name, Collection<String> names) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        return names.stream()
                .min(Comparator.comparingDouble(candidate -> unlike(lowerCase, candidate)))
                .orElseThrow();
    }

    /** The part that has to change, 0 to 1, so that a short name is not near to everything. */
    private static double unlike(String from, String to) {
        return (double) distance(from, to) / Math.max(1, Math.max(from.length(), to.length()));
    }

    /** Levenshtein's: the fewest characters to insert, delete or change. */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            row[column] = column;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
