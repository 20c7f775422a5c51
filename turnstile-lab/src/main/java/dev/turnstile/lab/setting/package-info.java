/** What can be set of a check or a simulation: every option exists once, here described and elsewhere listed. */
package dev.turnstile.lab.setting;
