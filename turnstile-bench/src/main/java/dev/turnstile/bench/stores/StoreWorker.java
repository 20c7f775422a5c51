package dev.turnstile.bench.stores;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * One of the JVMs that compete. It answers each line of its standard input with one line. Between orders it sleeps, so
 * that it is warm for the next round.
 *
 * <pre>
 * open KIND URL NAME K     opens the contender
 * pass THREADS START END   enters and leaves repeatedly on this many threads: the number of passes of each
 * enter                    waits for a place: when it was inside
 * leave                    leaves again: when it began to leave
 * close                    closes the contender
 * </pre>
 *
 * <p>Times are values of {@link System#nanoTime}, which all processes of a Linux machine share.
 */
final class StoreWorker {
    private Contender contender;
    private Contender.Place place;

    private StoreWorker() {}

    /** Obeys orders until the end of the input. */
    public static void main(String... args) throws IOException, SQLException, InterruptedException, ExecutionException {
        StoreWorker worker = new StoreWorker();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(worker.obey(new Scanner(order)));
        }
    }

    private String obey(Scanner order) throws SQLException, InterruptedException, ExecutionException {
        return switch (order.next()) {
            case "open" -> {
                Contender.Kind kind = Contender.Kind.valueOf(order.next());
                contender = kind.open(order.next(), order.next(), order.nextInt());
                yield "opened";
            }
            case "pass" ->
                passes(contender, order.nextInt(), order.nextLong(), order.nextLong()).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" "));
            case "enter" -> {
                place = contender.enter();
                yield String.valueOf(System.nanoTime());
            }
            case "leave" -> {
                long begun = System.nanoTime();
                place.leave();
                yield String.valueOf(begun);
            }
            case "close" -> {
                contender.close();
                yield "closed";
            }
            default -> throw new IllegalArgumentException("unknown order");
        };
    }

    /** Returns the passes of each thread between start and end. Each passes once before, to open its connection. */
    static List<Long> passes(Contender contender, int threads, long start, long end)
            throws InterruptedException, ExecutionException {
        try (ExecutorService crowd = Executors.newFixedThreadPool(threads)) {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counts.add(crowd.submit(() -> pass(contender, start, end)));
            }
            List<Long> passes = new ArrayList<>();
            for (Future<Long> count : counts) {
                passes.add(count.get());
            }
            return passes;
        }
    }

    private static long pass(Contender contender, long start, long end) throws SQLException, InterruptedException {
        contender.enter().leave();
        long left = start - System.nanoTime();
        if (left > 0) {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
        long passes = 0;
        while (System.nanoTime() < end) {
            contender.enter().leave();
            passes++;
        }
        return passes;
    }
}
