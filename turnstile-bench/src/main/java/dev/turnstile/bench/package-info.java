/** What one acquire and release costs. The results, and how they were taken, are in this module's README. */
package dev.turnstile.bench;
