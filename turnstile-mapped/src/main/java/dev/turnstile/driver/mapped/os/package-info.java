/**
 * What the mapped driver asks of the operating system, and nothing else.
 *
 * <p>Read {@link dev.turnstile.driver.mapped.os.Kernel} first: the calls, and what they promise. {@code Linux} makes
 * them through {@code java.lang.foreign}; {@code Portable} does what plain Java can do. {@code Proc} and
 * {@code PrivateTmp} read the proc file system.
 */
package dev.turnstile.driver.mapped.os;
