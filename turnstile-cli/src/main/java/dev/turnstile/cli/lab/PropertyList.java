package dev.turnstile.cli.lab;

import dev.turnstile.cli.render.Json;
import dev.turnstile.lab.explore.KnownProperties;
import dev.turnstile.lab.property.KnownProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The properties that {@code check} knows: what each says, and when it makes sense. */
final class PropertyList {
    private static final String NEXT_LINE = "\n  ";

    private PropertyList() {}

    /** Returns a paragraph for each property, for people. */
    static String text() {
        return KnownProperties.ALL.stream()
                .map(known -> known.name() + NEXT_LINE + "says  " + known.says() + NEXT_LINE + "when  " + known.when())
                .collect(Collectors.joining("\n\n"));
    }

    /** Returns an array of objects, for programs. */
    static String json() {
        return Json.of(KnownProperties.ALL.stream().map(PropertyList::members).toList());
    }

    private static Map<String, Object> members(KnownProperty known) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", known.name());
        members.put("says", known.says());
        members.put("when", known.when());
        return members;
    }
}
