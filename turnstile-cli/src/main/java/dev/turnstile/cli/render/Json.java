package dev.turnstile.cli.render;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes JSON (RFC 8259), indented, in ASCII. Maps become objects, and collections become arrays. Strings, integers,
 * finite doubles, booleans and null stay what they are. Other values are rejected.
 */
public final class Json {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();
    private String lineStart = "\n";

    private Json() {}

    public static String of(Object value) {
        Json json = new Json();
        json.value(value);
        return json.text.toString();
    }

    private void value(Object value) {
        switch (value) {
            case null -> text.append("null");
            case Map<?, ?> map -> list('{', map.entrySet(), this::member, '}');
            case Collection<?> values -> list('[', values, this::value, ']');
            case String string -> string(string);
            case Integer number -> text.append(number.intValue());
            case Long number -> text.append(number.longValue());
            case Double number when Double.isFinite(number) -> text.append(number.doubleValue());
            case Boolean truth -> text.append(truth.booleanValue());
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass() + ": " + value);
        }
    }

    private <T> void list(char open, Collection<T> items, Consumer<? super T> item, char close) {
        text.append(open);
        if (!items.isEmpty()) {
            lines(items, item);
        }
        text.append(close);
    }

    private <T> void lines(Collection<T> items, Consumer<? super T> item) {
        String outer = lineStart;
        lineStart = outer + INDENT;
        for (Iterator<T> rest = items.iterator(); rest.hasNext(); ) {
            text.append(lineStart);
            item.accept(rest.next());
            text.append(rest.hasNext() ? "," : "");
        }
        lineStart = outer;
        text.append(lineStart);
    }

    private void member(Map.Entry<?, ?> member) {
        string((String) member.getKey());
        text.append(": ");
        value(member.getValue());
    }

    private void string(String string) {
        text.append('"');
        string.chars().forEach(character -> character((char) character));
        text.append('"');
    }

    private void character(char character) {
        switch (character) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\n' -> text.append("\\n");
            default -> {
                boolean plain = character >= ' ' && character <= '~';
                text.append(plain ? String.valueOf(character) : String.format("\\u%04x", (int) character));
            }
        }
    }
}
