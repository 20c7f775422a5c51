package dev.turnstile.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A TCP proxy to a server on this machine. It can become silent, as a network does. */
final class Proxy implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object mode = new Object();
    private final Duration delay;
    private boolean isSilent; // guarded by mode

    Proxy(int target) {
        this(target, Duration.ZERO);
    }

    /** Constructs a proxy that delays what it passes, in each direction. */
    Proxy(int target, Duration delay) {
        this.target = target;
        this.delay = delay;
        try {
            entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** Lets no byte pass, and keeps all connections open. */
    void silence() {
        synchronized (mode) {
            isSilent = true;
        }
    }

    /** Lets bytes pass again, on new connections. */
    void restore() {
        synchronized (mode) {
            isSilent = false;
            open.forEach(Proxy::close);
            mode.notifyAll();
        }
    }

    private void untilLoud() throws InterruptedException {
        synchronized (mode) {
            while (isSilent) {
                mode.wait();
            }
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = entrance.accept();
            open.add(client);
            start(() -> connect(client));
        }
    }

    private void connect(Socket client) throws IOException, InterruptedException {
        untilLoud();
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            open.add(server);
            start(() -> pass(client, server));
            pass(server, client);
        } catch (IOException e) {
            close(client);
        }
    }

    private void pass(Socket from, Socket to) throws InterruptedException {
        byte[] bytes = new byte[8_192];
        try {
            for (int count = from.getInputStream().read(bytes);
                    count >= 0;
                    count = from.getInputStream().read(bytes)) {
                untilLoud();
                if (delay.isPositive()) {
                    Thread.sleep(delay); // one question at a time is under way, so this is no lower throughput
                }
                to.getOutputStream().write(bytes, 0, count);
            }
        } catch (IOException e) {
            // the other direction ends, too
        }
        untilLoud();
        close(from);
        close(to);
        open.remove(from);
        open.remove(to);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
    }

    private interface Task {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Task task) {
        Thread.ofVirtual().start(() -> {
            try {
                task.run();
            } catch (IOException | InterruptedException e) {
                // the proxy is closed
            }
        });
    }

    /** Waits until a server answers. */
    static void untilConnected(DataSource dataSource, Supplier<String> log) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        SQLException last = new SQLException();
        while (System.nanoTime() - deadline < 0) {
            try (Connection connection = dataSource.getConnection()) {
                if (connection.isValid(10)) {
                    return;
                }
            } catch (SQLException e) {
                last = e;
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
        throw new IllegalStateException("the server does not answer:\n" + log.get(), last);
    }

    @Override
    public void close() {
        restore();
        try {
            entrance.close();
        } catch (IOException e) {
            // it is closed
        }
        open.forEach(Proxy::close);
    }
}
