/**
 * Turnstile's core: the algorithms, and turnstiles for the threads of one JVM. No dependencies.
 *
 * <p>Callers need {@code dev.turnstile} alone. Authors of algorithms need {@code machine} and {@code algorithm},
 * authors of drivers {@code driver} and the ledger. The other families of algorithms are for Turnstile's own modules:
 * callers choose them by name.
 */
@SuppressWarnings("module") // the modules named below are built after this one
module dev.turnstile.core {
    exports dev.turnstile;
    exports dev.turnstile.machine;
    exports dev.turnstile.machine.facts;
    exports dev.turnstile.machine.wire;
    exports dev.turnstile.algorithm;
    exports dev.turnstile.algorithm.ledger;
    exports dev.turnstile.algorithm.store;
    exports dev.turnstile.driver;
    exports dev.turnstile.driver.ledger;
    exports dev.turnstile.driver.nodes;
    exports dev.turnstile.driver.store;
    exports dev.turnstile.driver.threads;
    exports dev.turnstile.algorithm.forest to
            dev.turnstile.lab;
    exports dev.turnstile.algorithm.permission to
            dev.turnstile.lab;
    exports dev.turnstile.algorithm.quorum to
            dev.turnstile.lab;
    exports dev.turnstile.algorithm.quorum.coterie to
            dev.turnstile.lab;
    exports dev.turnstile.algorithm.rung to
            dev.turnstile.lab;
    exports dev.turnstile.algorithm.ticket to
            dev.turnstile.lab;
    exports dev.turnstile.algorithm.tree to
            dev.turnstile.lab;
}
