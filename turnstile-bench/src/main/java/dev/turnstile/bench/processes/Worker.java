package dev.turnstile.bench.processes;

import dev.turnstile.Permit;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.mapped.Mapped;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Scanner;

/**
 * One of the JVMs that compete for a turnstile. It answers each line of its standard input with one line. Between
 * orders it sleeps, so that it is warm for the next round.
 *
 * <pre>
 * pair PAIRS                      ns per acquire and close, alone
 * lock PAIRS                      ns per FileChannel.lock() and release, alone
 * pass NAME K ROUNDS START END    passes repeatedly, with ROUNDS rounds of the busy loop inside: the number of passes
 * ring INDEX START END            moves around a ring of three turnstiles, hand over hand: the number of steps
 * </pre>
 *
 * <p>START and END are values of {@link System#nanoTime}, which all processes of a Linux machine share.
 */
public final class Worker {
    private final Path folder;
    private final BusyLoop busy = new BusyLoop();

    private Worker(Path folder) {
        this.folder = folder;
    }

    /** Obeys orders until the end of the input. Argument: the folder for files. */
    public static void main(String... args) throws IOException, InterruptedException {
        Worker worker = new Worker(Path.of(args[0]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(worker.obey(new Scanner(order)));
        }
        System.err.print(worker.busy.result() == 0 ? " " : "");
    }

    private String obey(Scanner order) throws IOException, InterruptedException {
        return switch (order.next()) {
            case "pair" -> String.valueOf(pair(order.nextInt()));
            case "lock" -> String.valueOf(lock(order.nextInt()));
            case "pass" ->
                String.valueOf(
                        pass(order.next(), order.nextInt(), order.nextLong(), order.nextLong(), order.nextLong()));
            case "ring" -> String.valueOf(ring(order.nextInt(), order.nextLong(), order.nextLong()));
            default -> throw new IllegalArgumentException("unknown order");
        };
    }

    private double pair(int pairs) throws InterruptedException {
        try (Turnstile gate = open("pair", 1)) {
            long start = System.nanoTime();
            for (int i = 0; i < pairs; i++) {
                gate.acquire().close();
            }
            return (double) (System.nanoTime() - start) / pairs;
        }
    }

    private double lock(int pairs) throws IOException {
        Path file = folder.resolve("channel.lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long start = System.nanoTime();
            for (int i = 0; i < pairs; i++) {
                FileLock lock = channel.lock();
                lock.release();
            }
            return (double) (System.nanoTime() - start) / pairs;
        }
    }

    private long pass(String name, int places, long rounds, long start, long end) throws InterruptedException {
        long passes = 0;
        try (Turnstile gate = open(name, places)) {
            sleepUntil(start);
            while (System.nanoTime() < end) {
                Permit permit = gate.acquire();
                busy.run(rounds);
                permit.close();
                passes++;
            }
        }
        return passes;
    }

    /**
     * Moves around the ring, acquiring the next turnstile before closing the permit of the last. Two workers in a ring
     * of three can only alternate: each wants what the other holds until the other has made its step.
     */
    private long ring(int index, long start, long end) throws InterruptedException {
        List<Turnstile> ring = List.of(open("ring-0", 1), open("ring-1", 1), open("ring-2", 1));
        sleepUntil(start);
        int at = index;
        long steps = 0;
        Permit held = ring.get(at).acquire();
        while (System.nanoTime() < end) {
            at = (at + 1) % ring.size();
            Permit next = ring.get(at).acquire();
            held.close();
            held = next;
            steps++;
        }
        held.close();
        ring.forEach(Turnstile::close);
        return steps;
    }

    private Turnstile open(String name, int places) {
        return Turnstile.atMost(places).named(name).open(Mapped.in(folder));
    }

    private static void sleepUntil(long start) throws InterruptedException {
        long left = start - System.nanoTime();
        if (left > 0) {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
    }
}
