package dev.turnstile.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A strict JSON reader (RFC 8259), independent of the writer. Whole numbers are longs, others doubles. */
public final class JsonReader {
    private static final Pattern SPACE = Pattern.compile("[ \t\n\r]*");
    private static final Pattern PLAIN = Pattern.compile("[^\"\\\\\\x00-\\x1f]*");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:[\"\\\\bfnrt]|u([0-9a-fA-F]{4}))");
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?");
    private static final Pattern WORD = Pattern.compile("null|true|false");

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    public static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        reader.take(SPACE);
        if (reader.at != text.length()) {
            throw reader.error("the end");
        }
        return value;
    }

    private Object value() {
        take(SPACE);
        return switch (next()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 'n', 't', 'f' -> word();
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        while (!isOver(members.isEmpty(), '}')) {
            take(SPACE);
            String name = string();
            take(SPACE);
            expect(':');
            if (members.containsKey(name)) {
                throw error("another name");
            }
            members.put(name, value());
        }
        return members;
    }

    private List<Object> array() {
        List<Object> values = new ArrayList<>();
        at++;
        while (!isOver(values.isEmpty(), ']')) {
            values.add(value());
        }
        return values;
    }

    /** Consumes the end, or what precedes an item: nothing before the first, a comma before the others. */
    private boolean isOver(boolean first, char end) {
        take(SPACE);
        boolean over = next() == end;
        if (over || !first) {
            expect(over ? end : ',');
        }
        return over;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        expect('"');
        string.append(take(PLAIN).group());
        while (next() != '"') {
            string.append(escaped()).append(take(PLAIN).group());
        }
        expect('"');
        return string.toString();
    }

    private String escaped() {
        Matcher escape = take(ESCAPE);
        return escape.group(1) == null
                ? escape.group().translateEscapes()
                : String.valueOf((char) Integer.parseInt(escape.group(1), 16));
    }

    private Object number() {
        Matcher number = take(NUMBER);
        boolean whole = number.group(1) == null && number.group(2) == null;
        return whole ? (Object) Long.parseLong(number.group()) : (Object) Double.parseDouble(number.group());
    }

    private Object word() {
        String word = take(WORD).group();
        return word.equals("null") ? null : (Object) word.equals("true");
    }

    private char next() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void expect(char character) {
        if (next() != character) {
            throw error(String.valueOf(character));
        }
        at++;
    }

    private Matcher take(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw error(pattern.pattern());
        }
        at = matcher.end();
        return matcher;
    }

    private IllegalArgumentException error(String expected) {
        return new IllegalArgumentException("expected " + expected + " at " + at + " of: " + text);
    }
}
