package dev.turnstile.lab.property;

import dev.turnstile.Permit;

/** Breaks a rule on purpose: a property depends on machines, not on the API for callers. */
record BrokenProperty(Permit permit) {}
