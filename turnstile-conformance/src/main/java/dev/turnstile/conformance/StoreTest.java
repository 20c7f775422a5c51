package dev.turnstile.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * Marks a test of {@link StoreContract} that exists only if the store can do this. Otherwise the test is not generated,
 * rather than skipped.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(StoreTest.Generator.class)
@interface StoreTest {
    /** Returns what the test needs. */
    Need[] value();

    /** Something that not every store, or not every test of a store, has. */
    enum Need {
        QUEUES,
        GUARDS,
        SERVER
    }

    /** Generates the test once, or not at all. */
    final class Generator implements TestTemplateInvocationContextProvider {
        @Override
        public boolean supportsTestTemplate(ExtensionContext context) {
            return true;
        }

        @Override
        public boolean mayReturnZeroTestTemplateInvocationContexts(ExtensionContext context) {
            return true;
        }

        @Override
        public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
            List<Need> needs = List.of(context.getRequiredTestMethod()
                    .getAnnotation(StoreTest.class)
                    .value());
            StoreContract suite = (StoreContract) context.getRequiredTestInstance();
            return suite.offers().containsAll(needs)
                    ? Stream.of(new TestIf.Only(context.getDisplayName()))
                    : Stream.of();
        }
    }
}
