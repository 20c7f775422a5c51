package dev.turnstile.driver.mapped.os;

/**
 * The words for the error numbers of Linux that opening, locking or extending a file can give. They are the same on
 * x86-64 and aarch64. strerror(3) would answer in the language of the environment.
 */
final class Errno {
    private Errno() {}

    /** Returns the words for an error, such as {@code "read-only file system"}. */
    static String text(int errno) {
        return switch (errno) {
            case 1 -> "operation not permitted";
            case 5 -> "input/output error";
            case 6 -> "no such device or address";
            case 9 -> "bad file descriptor";
            case 12 -> "out of memory";
            case 13 -> "permission denied";
            case 16 -> "device or resource busy";
            case 19 -> "no such device";
            case 20 -> "a part of its path is not a folder";
            case 21 -> "it is a folder";
            case 22 -> "invalid argument";
            case 23 -> "too many open files on this machine";
            case 24 -> "too many open files in this process";
            case 26 -> "text file busy";
            case 27 -> "file too large";
            case 28 -> "no space left on its file system";
            case 30 -> "read-only file system";
            case 36 -> "file name too long";
            case 37 -> "no locks available";
            case 38 -> "function not implemented";
            case 95 -> "operation not supported";
            case 116 -> "stale file handle";
            case 122 -> "disk quota exceeded";
            default -> "error number " + errno;
        };
    }
}
