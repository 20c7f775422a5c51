package dev.turnstile.jdbc;

import dev.turnstile.Permit;
import dev.turnstile.PermitLostException;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.StoreDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A process that uses one turnstile, as {@link Peer} tells it on its standard input. Each line of its output is a word,
 * the name of a permit, and {@code System.nanoTime}, which the processes of a machine share; then more, depending on
 * the word. It ends with its input.
 */
final class PeerMain {
    private final String url;
    private final Turnstile gate;
    private final Map<String, Permit> permits = new ConcurrentHashMap<>();
    private final Map<String, Connection> transactions = new ConcurrentHashMap<>();

    private PeerMain(String url, Turnstile gate) {
        this.url = url;
        this.gate = gate;
    }

    /** Arguments: the URL of the database, the turnstile, its limit, the lease in milliseconds. */
    public static void main(String[] args) throws IOException {
        StoreDriver driver =
                StoreDriver.on(Jdbc.store(args[0], new Properties())).lease(Duration.ofMillis(Long.parseLong(args[3])));
        Turnstile gate =
                Opening.open(Turnstile.atMost(Integer.parseInt(args[2])).named(args[1]), driver);
        PeerMain peer = new PeerMain(args[0], gate);
        say("open", "gate", "");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ");
            Thread.ofPlatform().daemon().start(() -> peer.obey(words[0], words[1]));
        }
        Runtime.getRuntime().halt(0);
    }

    private static synchronized void say(String word, String permit, String more) {
        System.out.println((word + " " + permit + " " + System.nanoTime() + " " + more).strip());
    }

    private void obey(String word, String name) {
        try {
            switch (word) {
                case "acquire" -> acquire(name);
                case "look" -> look(name);
                case "close" -> close(name);
                case "guard" -> guard(name);
                case "commit" -> commit(name);
                default -> say("failed", name, "unknown word " + word);
            }
        } catch (SQLException | InterruptedException | RuntimeException e) {
            say("failed", name, e.toString().replace('\n', ' '));
        }
    }

    private void acquire(String name) throws InterruptedException {
        Permit permit = gate.acquire();
        permits.put(name, permit);
        say("entered", name, String.valueOf(permit.fence()));
        permit.onLost(() -> say("lost", name, ""));
    }

    /** Says whether the permit is held, and until when it is at least. */
    private void look(String name) {
        Permit permit = permits.get(name);
        long now = System.nanoTime();
        Duration left = Duration.between(Instant.now(), permit.deadline().orElse(Instant.now()));
        say("looked", name, permit.isHeld() + " " + (now + left.toNanos()));
    }

    private void close(String name) {
        try {
            permits.get(name).close();
            say("closed", name, "");
        } catch (PermitLostException e) {
            say("close-found-it-lost", name, "");
        }
    }

    private void guard(String name) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.setAutoCommit(false);
        Jdbc.guard(permits.get(name), connection);
        transactions.put(name, connection);
        say("guarded", name, "");
    }

    private void commit(String name) throws SQLException {
        try (Connection connection = transactions.remove(name)) {
            long now = System.nanoTime();
            connection.commit();
            say("committed", name, String.valueOf(now));
        }
    }
}
