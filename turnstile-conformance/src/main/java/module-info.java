/** The test suite for turnstiles, based on JUnit. The tests of a new driver inherit it. */
module dev.turnstile.conformance {
    requires transitive dev.turnstile.core;
    requires transitive org.junit.jupiter.api;
    requires dev.turnstile.testing;
    requires org.assertj.core;
    requires org.junit.jupiter.params;

    exports dev.turnstile.conformance;

    opens dev.turnstile.conformance to
            org.junit.platform.commons; // which calls the tests
}
