/**
 * The operating system calls of the mapped driver.
 *
 * <p>Read {@link dev.turnstile.driver.mapped.os.Kernel} first: it declares the calls and their contracts. {@code Linux}
 * makes them through {@code java.lang.foreign}. {@code Portable} does what plain Java can do. {@code Proc} and
 * {@code PrivateTmp} read the proc file system.
 */
package dev.turnstile.driver.mapped.os;
