package dev.turnstile.machine.wire;

import dev.turnstile.machine.Message;
import dev.turnstile.machine.Numbers;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The shape of a type of which messages are made: how many words a value counts for, and how it is written and read.
 * Shapes are derived from the types once, and never written by hand.
 */
sealed interface Shape {
    /** The words for the source, the destination and the type of a message. */
    int HEAD_WORDS = 3;

    /** Returns how many words this value counts for. */
    int words(Object value);

    void write(Object value, Bytes to);

    Object read(Bytes from) throws MalformedFrameException;

    /** The shapes of messages, by class. */
    ClassValue<OfRecord> MESSAGES = new ClassValue<>() {
        @Override
        protected OfRecord computeValue(Class<?> type) {
            return OfRecord.of(type, new HashSet<>());
        }
    };

    static int wordsOf(Message message) {
        return HEAD_WORDS + MESSAGES.get(message.getClass()).words(message);
    }

    /** Returns the shape of a record component. */
    private static Shape of(Type type, Set<Class<?>> outer) {
        return switch (type) {
            case Class<?> plain when plain == int.class -> new OfNumber(Integer.MIN_VALUE, Integer.MAX_VALUE, true);
            case Class<?> plain when plain == long.class -> new OfNumber(Long.MIN_VALUE, Long.MAX_VALUE, false);
            case Class<?> plain when plain == boolean.class -> new OfTruth();
            case Class<?> plain when plain == Numbers.class -> new OfNumbers();
            case Class<?> plain when plain.isEnum() -> new OfEnum(plain.getEnumConstants());
            case Class<?> plain when plain.isRecord() -> OfRecord.of(plain, outer);
            case Class<?> plain when plain.isSealed() && plain.isInterface() -> OfOneOf.of(plain, outer);
            case ParameterizedType list
            when list.getRawType() == List.class && list.getActualTypeArguments()[0] instanceof Class<?> of ->
                new OfList(OfRecord.of(of, outer).notEmpty(of));
            default ->
                throw new IllegalArgumentException("a message can't carry a " + type.getTypeName()
                        + ", only int, long, boolean, enums, Numbers, records of these, sealed interfaces and"
                        + " lists of such records");
        };
    }

    /** A whole number in a range. */
    record OfNumber(long min, long max, boolean narrow) implements Shape {
        @Override
        public int words(Object value) {
            return 1;
        }

        @Override
        public void write(Object value, Bytes to) {
            to.number(((Number) value).longValue());
        }

        @Override
        public Object read(Bytes from) throws MalformedFrameException {
            long value = from.number();
            if (value < min || value > max) {
                throw from.malformed(value + " is not between " + min + " and " + max);
            }
            return narrow ? (Object) (int) value : (Object) value;
        }
    }

    /** A boolean. */
    record OfTruth() implements Shape {
        @Override
        public int words(Object value) {
            return 1;
        }

        @Override
        public void write(Object value, Bytes to) {
            to.number((boolean) value ? 1 : 0);
        }

        @Override
        public Object read(Bytes from) throws MalformedFrameException {
            return from.choice(2) == 1;
        }
    }

    /** An enum constant. */
    record OfEnum(List<Object> constants) implements Shape {
        OfEnum(Object[] constants) {
            this(List.of(constants));
        }

        @Override
        public int words(Object value) {
            return 1;
        }

        @Override
        public void write(Object value, Bytes to) {
            to.number(constants.indexOf(value));
        }

        @Override
        public Object read(Bytes from) throws MalformedFrameException {
            return constants.get(from.choice(constants.size()));
        }
    }

    /** One of the records that a sealed interface permits: its tag, followed by the record. */
    record OfOneOf(Tags tags, Map<Class<?>, OfRecord> shapes) implements Shape {
        static OfOneOf of(Class<?> sealed, Set<Class<?>> outer) {
            List<Class<?>> types = List.of(sealed.getPermittedSubclasses());
            Map<Class<?>, OfRecord> shapes = new HashMap<>();
            types.forEach(type -> shapes.put(type, OfRecord.of(type, outer)));
            return new OfOneOf(Tags.of(sealed, types), shapes);
        }

        /** Counts the tag as one word. */
        @Override
        public int words(Object value) {
            return 1 + shapes.get(value.getClass()).words(value);
        }

        @Override
        public void write(Object value, Bytes to) {
            tags.write(value, to);
            shapes.get(value.getClass()).write(value, to);
        }

        @Override
        public Object read(Bytes from) throws MalformedFrameException {
            return shapes.get(tags.read(from)).read(from);
        }
    }

    /** An array of numbers. */
    record OfNumbers() implements Shape {
        @Override
        public int words(Object value) {
            return ((Numbers) value).size();
        }

        @Override
        public void write(Object value, Bytes to) {
            Numbers numbers = (Numbers) value;
            to.number(numbers.size());
            numbers.stream().forEach(to::number);
        }

        @Override
        public Object read(Bytes from) throws MalformedFrameException {
            long[] values = new long[from.count()];
            for (int i = 0; i < values.length; i++) {
                values[i] = from.number();
            }
            return Numbers.of(values);
        }
    }

    /** A list of records. */
    record OfList(OfRecord element) implements Shape {
        @Override
        public int words(Object value) {
            return ((List<?>) value).stream().mapToInt(element::words).sum();
        }

        @Override
        public void write(Object value, Bytes to) {
            List<?> list = (List<?>) value;
            to.number(list.size());
            list.forEach(one -> element.write(one, to));
        }

        @Override
        public Object read(Bytes from) throws MalformedFrameException {
            int count = from.count();
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                list.add(element.read(from));
            }
            return List.copyOf(list);
        }
    }

    /** A record: its components, one after another. */
    final class OfRecord implements Shape {
        private final Constructor<?> constructor;
        private final Method[] accessors;
        private final Shape[] parts;
        private final int[] variable; // the components whose number of words depends on the value
        private final int fixedWords;

        private OfRecord(Constructor<?> constructor, Method[] accessors, Shape[] parts) {
            this.constructor = constructor;
            this.accessors = accessors;
            this.parts = parts;
            int[] all = new int[parts.length];
            Arrays.setAll(all, i -> i);
            variable = Arrays.stream(all).filter(i -> !isOneWord(parts[i])).toArray();
            fixedWords = parts.length - variable.length;
        }

        private static boolean isOneWord(Shape part) {
            return switch (part) {
                case OfNumber number -> true;
                case OfTruth truth -> true;
                case OfEnum constant -> true;
                case OfNumbers numbers -> false;
                case OfOneOf oneOf -> false;
                case OfList list -> false;
                case OfRecord nested -> false;
            };
        }

        static OfRecord of(Class<?> type, Set<Class<?>> outer) {
            if (!type.isRecord()) {
                throw new IllegalArgumentException(
                        type.getName() + " is not a record; messages and their parts must be records");
            }
            if (!outer.add(type)) {
                throw new IllegalArgumentException(
                        type.getName() + " contains itself; messages must have a bounded depth");
            }
            RecordComponent[] components = type.getRecordComponents();
            Method[] accessors =
                    Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
            Shape[] parts = Arrays.stream(components)
                    .map(component -> Shape.of(component.getGenericType(), outer))
                    .toArray(Shape[]::new);
            outer.remove(type);
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                for (Method accessor : accessors) {
                    accessor.setAccessible(true);
                }
                return new OfRecord(constructor, accessors, parts);
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException("a record without its canonical constructor", impossible);
            }
        }

        /** Checks that the record takes at least one byte. Otherwise the count in front of a list could be anything. */
        OfRecord notEmpty(Class<?> type) {
            if (isEmpty()) {
                throw new IllegalArgumentException(
                        "a message can't carry a list of " + type.getName() + ", which has no components");
            }
            return this;
        }

        private boolean isEmpty() {
            return Arrays.stream(parts).allMatch(part -> part instanceof OfRecord inner && inner.isEmpty());
        }

        @Override
        public int words(Object value) {
            int words = fixedWords;
            for (int i : variable) {
                words += parts[i].words(component(value, i));
            }
            return words;
        }

        @Override
        public void write(Object value, Bytes to) {
            for (int i = 0; i < parts.length; i++) {
                parts[i].write(component(value, i), to);
            }
        }

        private Object component(Object of, int index) {
            try {
                return accessors[index].invoke(of);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("can't call " + accessors[index], e);
            }
        }

        @Override
        public Object read(Bytes from) throws MalformedFrameException {
            Object[] components = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                components[i] = parts[i].read(from);
            }
            try {
                return constructor.newInstance(components);
            } catch (InvocationTargetException refused) {
                if (refused.getCause() instanceof Error error) {
                    throw error; // an Error is not the fault of the frame
                }
                throw from.malformed("no such message: " + refused.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("can't call " + constructor, e);
            }
        }
    }
}
