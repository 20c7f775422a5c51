/**
 * The driver for turnstiles between processes of one machine, over a memory-mapped file.
 *
 * <p>Read {@link dev.turnstile.driver.mapped.Mapped} first: it is the entry point. Then read {@code Geometry}, the
 * layout of the file, {@code MappedMembers}, the processes that share it, and {@code MappedStore}, which connects the
 * file to the ledger. {@code OpenFiles} opens and checks files, and {@code MachineTurnstile} runs algorithms other than
 * the ledger.
 */
package dev.turnstile.driver.mapped;
