package dev.turnstile.driver.mapped;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;

/** The ways in which a file gets damaged. Each damages a file and describes what it did. */
enum Damage {
    /** Flips one to four bits in use. */
    FLIPPED_BITS {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            StringBuilder what = new StringBuilder("flipped");
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                long at = sample.somewhereUsed(random);
                int bit = random.nextInt(Byte.SIZE);
                flip(file, at, bit);
                what.append(" bit ").append(bit).append(" of byte ").append(at);
            }
            return what.toString();
        }
    },
    /** Flips the same bit of two words of the page in use, as a memory chip with a broken line does. */
    SAME_BIT_TWICE {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            int inWord = random.nextInt(Long.SIZE);
            long one = sample.wordOfThePage(random);
            long other = sample.wordOfThePage(random);
            flip(file, one + inWord / Byte.SIZE, inWord % Byte.SIZE);
            flip(file, other + inWord / Byte.SIZE, inWord % Byte.SIZE);
            return "flipped bit " + inWord + " of the words at " + one + " and " + other;
        }
    },
    /** Replaces the root by any number, or by one that names another page. */
    ANOTHER_ROOT {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            long root = random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 16);
            writeLong(file, Geometry.FIRST_CELL, root);
            return "root " + Long.toHexString(root);
        }
    },
    /** Replaces a word in use by any number, or by an edge case that is often forgotten. */
    ANOTHER_WORD {
        private static final List<Long> FORGOTTEN = List.of(0L, -1L, 1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32);

        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            long at = sample.somewhereUsed(random) & -Long.BYTES;
            long word = random.nextBoolean() ? random.nextLong() : FORGOTTEN.get(random.nextInt(FORGOTTEN.size()));
            writeLong(file, at, word);
            return Long.toHexString(word) + " written at byte " + at;
        }
    },
    /** Cuts off the end. */
    TRUNCATED {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            long length = random.nextInt(4) == 0 ? random.nextInt(1024) : random.nextLong(sample.length());
            file.truncate(length);
            return "cut to " + length + " bytes";
        }
    },
    /** Overwrites part or all of the file with random bytes. */
    RANDOM_BYTES {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            byte[] bytes = new byte[1 + random.nextInt((int) Math.min(sample.length(), 1 << 16))];
            random.nextBytes(bytes);
            long at = random.nextBoolean() ? 0 : random.nextLong(sample.length() - bytes.length + 1);
            write(file, at, bytes);
            return bytes.length + " random bytes at " + at;
        }
    },
    /** Overwrites part or all of the file with zeros. */
    ZEROS {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            boolean all = random.nextInt(4) == 0;
            int bytes = (int) Math.min(all ? Integer.MAX_VALUE : 1 + random.nextInt(8192), sample.length());
            long at = all ? 0 : Math.min(sample.somewhereUsed(random), sample.length() - bytes);
            write(file, at, new byte[bytes]);
            return bytes + " zeros at " + at;
        }
    },
    /** Appends bytes. */
    LONGER {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            byte[] bytes = new byte[1 + random.nextInt(10_000)];
            random.nextBytes(bytes);
            write(file, sample.length(), bytes);
            return bytes.length + " bytes too many";
        }
    },
    /** Removes all contents. */
    EMPTY {
        @Override
        String harm(FileChannel file, Sample sample, Random random) throws IOException {
            file.truncate(0);
            return "emptied";
        }
    };

    /** Damages the file, and describes how. */
    abstract String harm(FileChannel file, Sample sample, Random random) throws IOException;

    /** Returns any damage, more often one that is hard to detect. */
    static Damage any(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> TRUNCATED;
            case 1 -> RANDOM_BYTES;
            case 2 -> ZEROS;
            case 3 -> random.nextBoolean() ? LONGER : EMPTY;
            case 4, 5 -> SAME_BIT_TWICE;
            case 6, 7 -> ANOTHER_ROOT;
            case 8, 9, 10 -> ANOTHER_WORD;
            default -> FLIPPED_BITS;
        };
    }

    /** Damages the file at this path. */
    String harm(Path path, Sample sample, Random random) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return harm(file, sample, random);
        }
    }

    private static void flip(FileChannel file, long at, int bit) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(one, at);
        write(file, at, new byte[] {(byte) (one.get(0) ^ 1 << bit)});
    }

    private static void writeLong(FileChannel file, long at, long value) throws IOException {
        write(
                file,
                at,
                ByteBuffer.allocate(Long.BYTES)
                        .putLong(Long.reverseBytes(value))
                        .array());
    }

    private static void write(FileChannel file, long at, byte[] bytes) throws IOException {
        file.write(ByteBuffer.wrap(bytes), at);
    }
}
