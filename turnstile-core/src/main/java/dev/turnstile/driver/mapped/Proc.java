package dev.turnstile.driver.mapped;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Linux tells in /proc. Where a file is not there, the answer is the one for "unknown". */
final class Proc {
    private static final int STATE = 0; // of the fields behind the name, which may itself contain blanks and brackets
    private static final int START = 19;

    private Proc() {}

    /** In clock ticks since the start of the machine; 0 if there is no such process, or it is a zombie. */
    static long startOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            boolean dead = fields[STATE].equals("Z") || fields[STATE].equals("X");
            return dead ? 0 : Long.parseLong(fields[START]);
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException notThere) {
            return 0;
        }
    }

    /** Whether there is a /proc at all. */
    static boolean isThere() {
        return Files.exists(Path.of("/proc/self/stat"));
    }

    /** As in {@code pid:[4026531836]}; 0 if unknown. */
    static long pidNamespace() {
        try {
            String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return Long.parseLong(link.substring(link.indexOf('[') + 1, link.indexOf(']')));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException unknown) {
            return 0;
        }
    }

    static String boot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException unknown) {
            return "";
        }
    }
}
