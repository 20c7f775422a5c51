package dev.turnstile.driver.mapped.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: messages about files name the error, and not only its number. */
final class ErrnoTest {
    @Test
    void commonErrorsHaveWords() {
        assertThat(Errno.text(30)).isEqualTo("read-only file system");
        assertThat(Errno.text(24)).isEqualTo("too many open files in this process");
        assertThat(Errno.text(122)).isEqualTo("disk quota exceeded");
    }

    @Test
    void anUnknownErrorKeepsItsNumber() {
        assertThat(Errno.text(4711)).isEqualTo("error number 4711");
    }
}
