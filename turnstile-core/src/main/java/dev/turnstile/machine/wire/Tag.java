package dev.turnstile.machine.wire;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number that identifies a message type in a frame. It must stay the same when types are added, moved or removed,
 * so that two releases understand each other. Either all types of a sealed interface have a tag, or none has. Without
 * tags, each type is identified by its position.
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
    /** Returns the number, which is at least 0 and differs from those of the other types. */
    int value();
}
