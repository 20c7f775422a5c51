package dev.turnstile.jdbc;

import java.util.ArrayList;
import java.util.List;

/**
 * A server and machines, each in a namespace of its own, joined by a bridge in another one. Nothing of it is visible
 * outside. The server has the address {@value #SERVER}.
 */
final class TestNetwork implements AutoCloseable {
    static final String SERVER = "10.99.0.1";
    private static final String NET = "10.99.0.";

    private final NetworkNamespace hub = new NetworkNamespace();
    private final NetworkNamespace server = new NetworkNamespace();
    private final List<NetworkNamespace> machines = new ArrayList<>();

    TestNetwork(int count) {
        try {
            hub.ip("link add bridge type bridge");
            hub.ip("link add elsewhere type bridge");
            hub.ip("link set bridge up");
            hub.ip("link set elsewhere up");
            connect(server, "server", SERVER);
            for (int i = 0; i < count; i++) {
                machines.add(new NetworkNamespace());
                connect(machines.get(i), port(i), address(i));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void connect(NetworkNamespace machine, String port, String address) {
        hub.ip("link add " + port + " type veth peer name eth0 netns " + machine.pid());
        hub.ip("link set " + port + " master bridge up");
        machine.ip("addr add " + address + "/24 dev eth0");
        machine.ip("link set eth0 up");
        machine.ip("link set lo up");
    }

    private static String port(int machine) {
        return "machine" + machine;
    }

    private static String address(int machine) {
        return NET + (2 + machine);
    }

    /** How a machine can be cut off. */
    enum Cut {
        /** The link is down: nothing passes, and both ends can know it. */
        LINK_DOWN {
            @Override
            void begin(TestNetwork network, int machine) {
                network.hub.ip("link set " + port(machine) + " down");
            }

            @Override
            void heal(TestNetwork network, int machine) {
                network.hub.ip("link set " + port(machine) + " up");
            }
        },
        /** The link leads elsewhere: nothing passes, and neither end knows. */
        ELSEWHERE {
            @Override
            void begin(TestNetwork network, int machine) {
                network.hub.ip("link set " + port(machine) + " master elsewhere");
            }

            @Override
            void heal(TestNetwork network, int machine) {
                network.hub.ip("link set " + port(machine) + " master bridge");
            }
        },
        /** Only requests arrive: the server's answers are lost. */
        NO_ANSWERS {
            @Override
            void begin(TestNetwork network, int machine) {
                network.server.ip("route add blackhole " + address(machine) + "/32");
            }

            @Override
            void heal(TestNetwork network, int machine) {
                network.server.ip("route del blackhole " + address(machine) + "/32");
            }
        },
        /** Only answers arrive. */
        NO_REQUESTS {
            @Override
            void begin(TestNetwork network, int machine) {
                network.machines.get(machine).ip("route add blackhole " + SERVER + "/32");
            }

            @Override
            void heal(TestNetwork network, int machine) {
                network.machines.get(machine).ip("route del blackhole " + SERVER + "/32");
            }
        };

        abstract void begin(TestNetwork network, int machine);

        abstract void heal(TestNetwork network, int machine);
    }

    NetworkNamespace server() {
        return server;
    }

    NetworkNamespace machine(int number) {
        return machines.get(number);
    }

    @Override
    public void close() {
        machines.forEach(NetworkNamespace::close);
        server.close();
        hub.close();
    }
}
