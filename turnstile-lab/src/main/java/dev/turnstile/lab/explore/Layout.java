package dev.turnstile.lab.explore;

/**
 * The layout of a packed configuration: the shared cells, each process, and which processes have crashed. No part
 * straddles two words. The topmost bit of the last word is always set, so no configuration is all zeros.
 */
final class Layout {
    private final int[] word;
    private final int[] shift;
    private final long[] mask;
    private final int[] widths;
    private final int words;

    /** Creates a layout with one part per given width, in bits. */
    Layout(int... widths) {
        this.widths = widths.clone();
        word = new int[widths.length];
        shift = new int[widths.length];
        mask = new long[widths.length];
        int used = 0;
        int at = 0;
        for (int part = 0; part < widths.length; part++) {
            if (used + widths[part] > Long.SIZE) {
                at++;
                used = 0;
            }
            word[part] = at;
            shift[part] = used;
            mask[part] = widths[part] == Long.SIZE ? -1L : (1L << widths[part]) - 1;
            used += widths[part];
        }
        words = used == Long.SIZE ? at + 2 : at + 1;
    }

    /** Returns how many bits a part has. */
    int width(int part) {
        return widths[part];
    }

    int words() {
        return words;
    }

    long get(long[] from, int at, int part) {
        return (from[at + word[part]] >>> shift[part]) & mask[part];
    }

    void put(long[] to, int part, long value) {
        int at = word[part];
        to[at] = (to[at] & ~(mask[part] << shift[part])) | value << shift[part];
    }

    /** Reads a part, as {@link #get(long[], int, int)} does, from a configuration of one word. */
    long get(long from, int part) {
        return (from >>> shift[part]) & mask[part];
    }

    /** Returns a configuration of one word with a part changed. */
    long put(long in, int part, long value) {
        return (in & ~(mask[part] << shift[part])) | value << shift[part];
    }

    void mark(long[] to) {
        to[words - 1] |= Long.MIN_VALUE;
    }
}
