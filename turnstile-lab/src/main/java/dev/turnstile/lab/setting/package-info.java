/**
 * The options of a check or a simulation. Every option is described once, and every command lists those that it has.
 *
 * <p>Read {@link dev.turnstile.lab.setting.Setting} first, which describes one option, then
 * {@link dev.turnstile.lab.setting.Settings}, which holds the values that were set.
 */
package dev.turnstile.lab.setting;
