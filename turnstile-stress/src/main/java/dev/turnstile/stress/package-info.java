/**
 * The thread driver under load: jcstress races (one class per promise), and a long random run whose history is judged
 * afterwards. See the module's README for the commands.
 */
package dev.turnstile.stress;
