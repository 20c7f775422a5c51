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
 * Marks a test that exists only if the subject of the suite has these abilities. Otherwise the test is not generated,
 * rather than skipped.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(TestIf.Generator.class)
@interface TestIf {
    /** Returns all the abilities that the test needs. */
    Ability[] value();

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
            List<Ability> needed = List.of(
                    context.getRequiredTestMethod().getAnnotation(TestIf.class).value());
            Fixture suite = (Fixture) context.getRequiredTestInstance();
            return suite.abilities().containsAll(needed) ? Stream.of(new Only(context.getDisplayName())) : Stream.of();
        }
    }

    /**
     * The only invocation, displayed under the name of the method.
     *
     * @param name the display name
     */
    record Only(String name) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocation) {
            return name;
        }
    }
}
