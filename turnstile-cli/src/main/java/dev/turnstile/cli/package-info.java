/** The {@code turnstile} command. Data goes to standard output, talk to standard error. */
package dev.turnstile.cli;
