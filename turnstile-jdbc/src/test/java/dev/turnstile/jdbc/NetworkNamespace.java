package dev.turnstile.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A network namespace, as a machine of its own. It has no name and belongs to a process that ends with this JVM,
 * however that ends; the kernel then removes it with its devices and addresses.
 */
final class NetworkNamespace implements AutoCloseable {
    private final Process keeper;

    NetworkNamespace() {
        try {
            keeper = new ProcessBuilder("unshare", "--net", "sh", "-c", "echo; read -r end")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (keeper.getInputStream().read() < 0) { // it says that it is there
                throw new IllegalStateException("unshare failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns why there can't be any, if so. */
    static Optional<String> missing() {
        if (!ServerProcess.isRoot()) {
            return Optional.of("they need root");
        }
        return Stream.of("ip", "unshare", "nsenter")
                .filter(program -> ServerProcess.find(program).isEmpty())
                .findFirst()
                .map(program -> "'" + program + "' is missing; install iproute2 and util-linux");
    }

    /** Returns the process that others name as this namespace. */
    String pid() {
        return String.valueOf(keeper.pid());
    }

    /** Returns the words before a command that make it run here. */
    List<String> prefix() {
        return List.of("nsenter", "-t", pid(), "-n", "--");
    }

    /** Runs {@code ip} here, with arguments separated by spaces. */
    void ip(String arguments) {
        List<String> command = new ArrayList<>(prefix());
        command.add("ip");
        command.addAll(List.of(arguments.split(" ")));
        try {
            Process ip = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(ip.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (ip.waitFor() != 0) {
                throw new IllegalStateException(command + " failed: " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            keeper.getOutputStream().close();
            if (!keeper.waitFor(10, TimeUnit.SECONDS)) {
                keeper.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
