package dev.turnstile.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A real server that is slow to start and to stop. It writes its port to a file, and answers until it gets TERM. */
final class WebServer {
    private static final long SLOW_MILLIS = 150;

    private WebServer() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        Thread.sleep(SLOW_MILLIS);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        write(file, server.getAddress().getPort());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
    }

    private static void write(Path file, int port) throws IOException {
        Path draft = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), String.valueOf(port));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Stops answering at once, but takes time to end. */
    private static void stop(HttpServer server) {
        server.stop(0);
        try {
            Thread.sleep(SLOW_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
