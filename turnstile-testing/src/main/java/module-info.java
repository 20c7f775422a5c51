/** Utilities that tests share. */
module dev.turnstile.testing {
    exports dev.turnstile.testing;
}
