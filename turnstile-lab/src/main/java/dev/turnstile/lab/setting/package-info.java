/**
 * The options of checks and simulations. Each option is a value that describes itself, so it is defined only once.
 *
 * <p>Read {@link dev.turnstile.lab.setting.Setting} first, which describes one option, then
 * {@link dev.turnstile.lab.setting.Settings}, the values that were set. The options themselves are where they are used,
 * such as in {@link dev.turnstile.lab.explore.CheckOptions}.
 */
package dev.turnstile.lab.setting;
