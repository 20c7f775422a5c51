package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Arguments and environment as C wants them: strings that end with a zero byte, in arrays that end with a null pointer.
 */
@SuppressWarnings("restricted")
final class CStrings {
    /** What the JVM read its own arguments with, so that they get back to the bytes that they were. */
    private static final Charset CHARSET = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private CStrings() {}

    static MemorySegment array(Arena arena, List<String> strings) throws IOException {
        List<MemorySegment> pointers = new ArrayList<>();
        for (String string : strings) {
            pointers.add(string(arena, string));
        }
        return pointers(arena, pointers);
    }

    /** The environment of this process, byte by byte, with these variables added or replaced. */
    static MemorySegment environment(Arena arena, Map<String, String> additional) throws IOException {
        Set<String> replaced = new HashSet<>();
        List<MemorySegment> pointers = new ArrayList<>();
        for (Map.Entry<String, String> variable : additional.entrySet()) {
            replaced.add(new String(variable.getKey().getBytes(CHARSET), StandardCharsets.ISO_8859_1));
            pointers.add(string(arena, variable.getKey() + "=" + variable.getValue()));
        }
        for (MemorySegment inherited : inherited()) {
            if (!replaced.contains(name(inherited))) {
                pointers.add(inherited);
            }
        }
        return pointers(arena, pointers);
    }

    private static List<MemorySegment> inherited() {
        MemorySegment environ = unbounded(unbounded(Native.symbol("environ")).get(ADDRESS, 0));
        List<MemorySegment> pointers = new ArrayList<>();
        for (long i = 0; !isNull(environ.getAtIndex(ADDRESS, i)); i++) {
            pointers.add(environ.getAtIndex(ADDRESS, i));
        }
        return pointers;
    }

    private static boolean isNull(MemorySegment pointer) {
        return pointer.address() == 0;
    }

    private static String name(MemorySegment variable) {
        String whole = unbounded(variable).getString(0, StandardCharsets.ISO_8859_1);
        int end = whole.indexOf('=');
        return end < 0 ? whole : whole.substring(0, end);
    }

    private static MemorySegment unbounded(MemorySegment pointer) {
        return pointer.reinterpret(Long.MAX_VALUE);
    }

    private static MemorySegment string(Arena arena, String string) throws IOException {
        if (string.indexOf('\0') >= 0) {
            throw new IOException("a zero byte can't be passed to a command: " + string.replace('\0', '?'));
        }
        byte[] bytes = string.getBytes(CHARSET);
        MemorySegment copy = arena.allocate(bytes.length + 1L);
        MemorySegment.copy(bytes, 0, copy, JAVA_BYTE, 0, bytes.length);
        return copy;
    }

    private static MemorySegment pointers(Arena arena, List<MemorySegment> pointers) {
        MemorySegment array = arena.allocate(ADDRESS, pointers.size() + 1L);
        for (int i = 0; i < pointers.size(); i++) {
            array.setAtIndex(ADDRESS, i, pointers.get(i));
        }
        return array;
    }
}
