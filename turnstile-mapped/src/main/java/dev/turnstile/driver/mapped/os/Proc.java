package dev.turnstile.driver.mapped.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the proc file system of Linux. If a file is missing, the result is the one for "unknown". */
public final class Proc {
    private static final int STATE = 0; // of the fields after the name, which may itself contain blanks and parentheses
    private static final int GROUP = 2;
    private static final int START = 19;

    private Proc() {}

    /**
     * Returns the start time of a process in clock ticks since boot. Returns 0 if it is a zombie, or
     * {@link Kernel#UNKNOWN} if nothing can be read, because there is no such process or it is hidden (proc(5),
     * hidepid).
     */
    static long startOf(long pid) {
        try {
            String[] fields = stat(pid);
            boolean dead = fields[STATE].equals("Z") || fields[STATE].equals("X");
            return dead ? 0 : Long.parseLong(fields[START]);
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException notThere) {
            return Kernel.UNKNOWN;
        }
    }

    /**
     * Returns whether a signal has stopped the process with this number and start time. Returns false if that is
     * unknown.
     */
    static boolean isStopped(long pid, long start) {
        try {
            String[] fields = stat(pid);
            return (fields[STATE].equals("T") || fields[STATE].equals("t")) && Long.parseLong(fields[START]) == start;
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException notThere) {
            return false;
        }
    }

    /** Returns the live processes of a group, as far as they are visible. */
    public static List<Long> group(long group) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> isOf(group, pid))
                .toList();
    }

    private static boolean isOf(long group, long pid) {
        try {
            String[] fields = stat(pid);
            return !fields[STATE].equals("Z")
                    && !fields[STATE].equals("X")
                    && fields[GROUP].equals(String.valueOf(group));
        } catch (IOException | IndexOutOfBoundsException notThere) {
            return false;
        }
    }

    /** Returns the fields after the name. */
    private static String[] stat(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    /** Returns the lines of mountinfo. */
    public static List<String> mounts() {
        try {
            return Files.readAllLines(Path.of("/proc/self/mountinfo"), StandardCharsets.ISO_8859_1);
        } catch (IOException unknown) {
            return List.of();
        }
    }

    /** Returns whether there is a proc file system. */
    static boolean isThere() {
        return Files.exists(Path.of("/proc/self/stat"));
    }

    /** Returns the number in {@code pid:[4026531836]}, or 0 if unknown. */
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
