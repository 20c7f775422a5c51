package dev.turnstile.cli.child;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Arguments and environment in the form of C: strings that end with a zero byte, in arrays that end with a null
 * pointer.
 */
@SuppressWarnings("restricted")
final class CStrings {
    /** The charset with which the JVM decoded its own arguments. Encoding with it restores the original bytes. */
    private static final Charset CHARSET = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private CStrings() {}

    /**
     * Returns an array of the strings. Strings at the end that are the last arguments of this process are passed on
     * byte by byte as this process got them.
     */
    static MemorySegment array(Arena arena, List<String> strings) throws IOException {
        List<byte[]> own = ownArguments();
        List<MemorySegment> pointers = new ArrayList<>();
        for (int i = 0; i < strings.size(); i++) {
            int same = own.size() - strings.size() + i;
            boolean isOwn = same >= 0 && new String(own.get(same), CHARSET).equals(strings.get(i));
            pointers.add(isOwn ? bytes(arena, own.get(same)) : string(arena, strings.get(i)));
        }
        return pointers(arena, pointers);
    }

    /**
     * Returns the arguments of this process as the kernel has them. In the C locale, which cron uses, the JVM can't
     * distinguish most of their bytes.
     */
    private static List<byte[]> ownArguments() {
        try {
            byte[] all = Files.readAllBytes(Path.of("/proc/self/cmdline"));
            List<byte[]> arguments = new ArrayList<>();
            for (int from = 0, to = 0; to < all.length; to++) {
                if (all[to] == 0) {
                    arguments.add(Arrays.copyOfRange(all, from, to));
                    from = to + 1;
                }
            }
            return arguments;
        } catch (IOException unknown) {
            return List.of();
        }
    }

    /** Returns the environment of this process, byte by byte, with these variables added or replaced. */
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
        return bytes(arena, string.getBytes(CHARSET));
    }

    private static MemorySegment bytes(Arena arena, byte[] bytes) {
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
