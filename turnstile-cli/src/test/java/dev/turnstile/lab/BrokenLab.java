package dev.turnstile.lab;

import dev.turnstile.cli.Main;
import picocli.CommandLine;

/** Wrong on purpose: the lab does not know the command line. */
record BrokenLab(Main main, CommandLine commandLine) {}
