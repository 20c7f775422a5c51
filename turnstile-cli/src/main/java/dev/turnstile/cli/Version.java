package dev.turnstile.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** The version, from a resource that the build writes. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
            String version = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new String[] {"turnstile " + version + ", on Java " + Runtime.version()};
        }
    }
}
