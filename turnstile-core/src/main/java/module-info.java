/** Turnstile's core: the algorithms, and turnstiles for the threads of one JVM. No dependencies. */
module dev.turnstile.core {
    exports dev.turnstile;
    exports dev.turnstile.machine;
    exports dev.turnstile.machine.facts;
    exports dev.turnstile.machine.wire;
    exports dev.turnstile.algorithm;
    exports dev.turnstile.algorithm.forest;
    exports dev.turnstile.algorithm.ledger;
    exports dev.turnstile.algorithm.permission;
    exports dev.turnstile.algorithm.quorum;
    exports dev.turnstile.algorithm.quorum.coterie;
    exports dev.turnstile.algorithm.rung;
    exports dev.turnstile.algorithm.ticket;
    exports dev.turnstile.algorithm.tree;
    exports dev.turnstile.driver;
    exports dev.turnstile.driver.ledger;
    exports dev.turnstile.driver.nodes;
    exports dev.turnstile.driver.threads;
}
