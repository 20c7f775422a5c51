package dev.turnstile.machine.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number by which a frame names a type of message. It stays what it is when types are added, moved or removed, so
 * that two releases understand each other. Either all types of a sealed interface have one, or none has: then each has
 * its position.
 *
 * <pre>{@code
 * sealed interface RingMessage extends Message {
 *     @Tag(0)
 *     record Request(long number) implements RingMessage {}
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tag {
    /** Returns the number: at least 0, and different from those of the other types. */
    int value();
}
