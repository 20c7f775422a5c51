/** What the drivers share. */
package dev.turnstile.driver;
