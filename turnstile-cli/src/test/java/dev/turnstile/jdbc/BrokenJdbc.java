package dev.turnstile.jdbc;

import dev.turnstile.cli.Main;

/** Breaks a rule on purpose: the store on a database depends on the core alone. */
record BrokenJdbc(Main main) {}
