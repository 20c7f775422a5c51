/** Runs kept as text: read, run again, shrunk, drawn, and handed to other tools. */
package dev.turnstile.lab.trace;
