package dev.turnstile.conformance;

import static dev.turnstile.conformance.StoreFixture.applied;
import static dev.turnstile.conformance.StoreFixture.assertSame;
import static dev.turnstile.conformance.StoreFixture.put;
import static dev.turnstile.conformance.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.driver.store.Register;
import dev.turnstile.driver.store.Store;
import dev.turnstile.driver.store.StoreException;
import dev.turnstile.driver.store.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guarantees about many values at once. */
interface ListingContract extends StoreFixture {
    @Test
    default void keysBeginWithThePrefix() throws StoreException {
        Store store = open();
        String name = "t/" + anyId();
        List<String> keys = List.of(name, name + "a", name + "ab", name + "a.b", name + "-a");
        for (String key : keys) {
            put(store.register(key), "value");
        }
        assertThat(store.keys(name)).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(store.keys(name + "a")).containsExactlyInAnyOrder(name + "a", name + "ab", name + "a.b");
        assertThat(store.keys(name + "ab")).containsExactly(name + "ab");
        assertThat(store.keys(name + "abc")).isEmpty();
        assertThat(open().keys("t/")).containsAll(keys).allMatch(key -> key.startsWith("t/"));
        assertThat(open().keys("")).containsAll(keys);
    }

    @Test
    default void keysTakeNoPatterns() throws StoreException {
        Store store = open();
        String name = "t/" + anyId();
        put(store.register(name + "a_b"), "value");
        put(store.register(name + "axb"), "value");
        put(store.register(name + "A_b"), "value");
        assertThat(store.keys(name + "a_")).containsExactly(name + "a_b");
        assertThat(store.keys(name + "A")).containsExactly(name + "A_b");
        for (String hostile : List.of("%", "_", "*", "?", "\\", "'", "[a-z]", " ", "~", "\u007f", "\u00e4")) {
            assertThat(store.keys(name + hostile)).isEmpty();
            assertThat(store.keys(hostile)).isEmpty();
        }
    }

    @Test
    default void keysThatDifferInCaseAreDifferent() throws StoreException {
        Store store = open();
        String name = "t/" + anyId();
        put(store.register(name + "gate"), "small");
        put(store.register(name + "GATE"), "large");
        assertThat(text(store.register(name + "gate").read())).isEqualTo("small");
        assertThat(store.register(name + "Gate").read().isAbsent()).isTrue();
    }

    @Test
    default void theLongestKeyWorks() throws StoreException {
        Store store = open();
        String name = (anyId() + "-._".repeat(100)).substring(0, 100);
        for (String key : List.of("t/" + name, "q/" + name + "/" + anyId())) {
            Versioned written = put(store.register(key), "value");
            assertSame(store.register(key).read(), written);
            assertThat(store.keys(key)).containsExactly(key);
        }
    }

    @Test
    default void deletedKeysAreNotListed() throws StoreException {
        Store store = open();
        String prefix = "q/" + anyId() + "/";
        Register register = store.register(prefix + anyId());
        Versioned written = put(register, "value");
        assertThat(open().keys(prefix)).hasSize(1);
        applied(register.delete(written));
        assertThat(store.keys(prefix)).isEmpty();
        assertThat(open().keys(prefix)).isEmpty();
    }

    @Test
    default void manyValuesAreReadTogether() throws StoreException {
        Store store = open();
        String name = "t/" + anyId();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            keys.add(name + i);
            if (i % 10 == 0) {
                put(store.register(name + i), "value " + i);
            }
        }
        keys.add(name + 0);
        Map<String, Versioned> read = store.readAll(keys);
        assertThat(read).hasSize(300);
        for (int i = 0; i < 300; i++) {
            Versioned value = read.get(name + i);
            assertThat(value.isAbsent()).isEqualTo(i % 10 != 0);
            if (!value.isAbsent()) {
                assertThat(text(value)).isEqualTo("value " + i);
                assertSame(value, store.register(name + i).read());
            }
        }
        assertThat(store.readAll(List.of())).isEmpty();
    }
}
