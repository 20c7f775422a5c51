package dev.turnstile.machine;

import dev.turnstile.property.AtMost;

/** Wrong on purpose: a machine does not know what is expected of it. */
record BrokenMachine(AtMost expected) {}
