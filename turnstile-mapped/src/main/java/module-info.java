/** Turnstile between the processes of one machine: the ledger in a memory-mapped file. */
module dev.turnstile.mapped {
    requires transitive dev.turnstile.core;

    exports dev.turnstile.driver.mapped;
}
