package dev.turnstile.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy to a server on this machine. It can become silent, as a network does.
 *
 * <pre>{@code
 * try (Proxy proxy = new Proxy(server.port())) {
 *     connectTo(proxy.port());
 *     proxy.silence();
 * }
 * }</pre>
 */
public final class Proxy implements AutoCloseable {
    private final ServerSocket entrance;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object mode = new Object();
    private final Duration delay;
    private boolean isSilent; // guarded by mode

    /** Constructs a proxy to a port of this machine. */
    public Proxy(int target) {
        this(target, Duration.ZERO);
    }

    /** Constructs a proxy that delays what it passes, in each direction. */
    public Proxy(int target, Duration delay) {
        this.target = target;
        this.delay = delay;
        try {
            entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** Returns the port of the proxy. */
    public int port() {
        return entrance.getLocalPort();
    }

    /** Lets no byte pass, and keeps all connections open. */
    public void silence() {
        synchronized (mode) {
            isSilent = true;
        }
    }

    /** Lets bytes pass again, on new connections. */
    public void restore() {
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

    /** Closes the proxy and all connections through it. */
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
