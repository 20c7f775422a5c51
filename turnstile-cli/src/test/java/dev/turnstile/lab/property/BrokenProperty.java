package dev.turnstile.lab.property;

import dev.turnstile.Permit;

/** Wrong on purpose: a property is about machines, not about what callers touch. */
record BrokenProperty(Permit permit) {}
