package dev.turnstile.driver;

import picocli.CommandLine;

/** Breaks a rule on purpose: the core has no dependencies. */
record BrokenDriver(CommandLine commandLine) {}
