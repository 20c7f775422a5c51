package dev.turnstile.cli.child;

import java.util.List;
import java.util.Map;

/** A second JVM that supervises a command: {@code hold} it forever, or {@code run} it. */
final class Supervisor {
    private Supervisor() {}

    public static void main(String[] args) throws Exception {
        Child child = Child.hold(List.of(args).subList(1, args.length), Map.of());
        System.err.println("held " + child.pid());
        switch (args[0]) {
            case "hold" -> Thread.sleep(Long.MAX_VALUE);
            case "run" -> {
                child.go();
                System.exit(child.await());
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
