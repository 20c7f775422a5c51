package dev.turnstile.driver;

import picocli.CommandLine;

/** Wrong on purpose: the core has no dependencies. */
record BrokenDriver(CommandLine commandLine) {}
