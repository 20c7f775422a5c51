package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Turnstile;
import dev.turnstile.driver.store.StoreDriver;
import dev.turnstile.jdbc.Jdbc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Turnstiles in a store, for the processes of several machines.
 *
 * @param driver the driver for the store
 */
record StorePlace(StoreDriver driver) implements Place {
    private static final String JDBC = "jdbc:";

    /**
     * Returns the store at a URL. The user and the password come from the environment, or from a file that it names.
     *
     * @param shown the command of which the store shows the program, without its arguments
     * @throws IllegalArgumentException if there is no such kind of store, or the password can't be read
     */
    static StorePlace at(String url, Map<String, String> environment, Optional<Duration> lease, String shown) {
        if (!url.startsWith(JDBC)) {
            throw new IllegalArgumentException("--on takes the URL of a database, such as jdbc:postgresql://host/db or"
                    + " jdbc:h2:./file;AUTO_SERVER=TRUE, not '" + url + "'");
        }
        StoreDriver driver =
                StoreDriver.on(Jdbc.store(url, credentials(environment))).as(program(shown));
        return new StorePlace(lease.map(driver::lease).orElse(driver));
    }

    private static String program(String shown) {
        String first = shown.strip().replaceFirst("\\s.*", "");
        return first.substring(first.lastIndexOf('/') + 1);
    }

    private static Properties credentials(Map<String, String> environment) {
        Properties properties = new Properties();
        put(properties, "user", environment.get("TURNSTILE_USER"));
        put(properties, "password", environment.get("TURNSTILE_PASSWORD"));
        String file = environment.get("TURNSTILE_PASSWORD_FILE");
        if (file != null) {
            try {
                put(properties, "password", Files.readString(Path.of(file)).strip());
            } catch (IOException | RuntimeException unreadable) {
                throw new IllegalArgumentException(
                        "TURNSTILE_PASSWORD_FILE names '" + file + "', which can't be read; correct the name, or let"
                                + " this user read it",
                        unreadable);
            }
        }
        return properties;
    }

    private static void put(Properties properties, String key, String value) {
        if (value != null) {
            properties.setProperty(key, value);
        }
    }

    /** Returns the statements that create the tables for a store at this URL. */
    static List<String> schema(String url) {
        return Jdbc.schema(url);
    }

    private StoreDriver forRun() {
        return driver.stoppingWhenAsked().countingWhenReady();
    }

    @Override
    public Turnstile open(Turnstile.Builder description) {
        return description.open(forRun());
    }

    @Override
    public Optional<Turnstile> join(String name) {
        return forRun().join(name, true);
    }

    /** Does nothing: if this process is killed, its units go to others one lease later, and its child ends with it. */
    @Override
    public void keepFor(Turnstile gate, long child, boolean wholeGroup) {}

    @Override
    public boolean endsChildWithItself() {
        return true;
    }

    @Override
    public Optional<String> created() {
        return Optional.empty();
    }

    @Override
    public Operator operator() {
        return driver.operator();
    }
}
