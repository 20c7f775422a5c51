package dev.turnstile.driver.mapped;

import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.PageWriter;
import dev.turnstile.driver.mapped.os.Kernel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;

/**
 * A turnstile's file, open and mapped. It gets its name only when it is complete, so that nobody sees it half made.
 *
 * @param header what it says of itself
 * @param memory its bytes
 * @param witness who holds which byte of it
 * @param path its name
 */
record MappedFile(Header header, MemorySegment memory, Kernel.Witness witness, Path path) implements AutoCloseable {
    Geometry geometry() {
        return header.geometry();
    }

    /**
     * Opens the file.
     *
     * @throws NoSuchFileException if there is none
     * @throws UnusableException if it is not one, or damaged
     */
    static MappedFile open(Folder folder, Kernel kernel, String name) throws IOException, UnusableException {
        folder.checkIfThere();
        return map(folder, kernel.open(folder.file(name)), name, false);
    }

    /**
     * As {@link #open}, but only to look: its bytes can't be changed.
     *
     * @throws NoSuchFileException if there is none
     * @throws UnusableException if it is not one, or damaged
     */
    static MappedFile openToLook(Folder folder, Kernel kernel, String name) throws IOException, UnusableException {
        folder.checkToLookIfThere();
        return map(folder, kernel.openToLook(folder.file(name)), name, true);
    }

    private static MappedFile map(Folder folder, Kernel.Witness witness, String name, boolean looks)
            throws IOException, UnusableException {
        Path path = folder.file(name);
        try {
            folder.checkFile(path, witness.again(), looks);
            return looks
                    ? map(witness, path, FileChannel.MapMode.READ_ONLY, StandardOpenOption.READ)
                    : map(
                            witness,
                            path,
                            FileChannel.MapMode.READ_WRITE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
        } catch (IOException | UnusableException | RuntimeException failure) {
            witness.close();
            throw failure;
        }
    }

    private static MappedFile map(
            Kernel.Witness witness, Path path, FileChannel.MapMode mode, StandardOpenOption... options)
            throws IOException, UnusableException {
        try (FileChannel channel = FileChannel.open(witness.again(), options)) {
            if (channel.size() < Geometry.HEADER_BYTES) {
                throw new UnusableException("it has " + channel.size() + " bytes, fewer than its header takes");
            }
            Header header = header(channel);
            if (header.witnessed() != witness.tells()) {
                throw new UnusableException(
                        "those who use it tell the living from the dead in another way than this JVM can");
            }
            if (channel.size() != header.geometry().bytes()) {
                throw new UnusableException("it has " + channel.size() + " bytes instead of "
                        + header.geometry().bytes());
            }
            MemorySegment memory = channel.map(mode, 0, header.geometry().bytes(), Arena.ofAuto());
            return new MappedFile(header, memory, witness, path);
        }
    }

    private static Header header(FileChannel channel) throws IOException, UnusableException {
        try (Arena arena = Arena.ofConfined()) {
            return Header.read(channel.map(FileChannel.MapMode.READ_ONLY, 0, Geometry.HEADER_BYTES, arena));
        }
    }

    /**
     * Makes the file, unless somebody else has made it meanwhile. The rest of what is in it is written by the last
     * argument.
     */
    static void create(Folder folder, Kernel kernel, String name, Geometry geometry, Consumer<MemorySegment> content)
            throws IOException {
        folder.prepare();
        Path draft = Files.createTempFile(
                folder.path(),
                "." + name + ".",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            folder.admit(draft);
            write(draft, kernel, geometry, content);
            Files.createLink(folder.file(name), draft);
        } catch (FileAlreadyExistsException somebodyElse) {
            // and theirs is as good
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Whether a file is what {@link #create} writes before it has its name. */
    static boolean isDraft(Path file, String name) {
        String text = file.getFileName().toString();
        return text.startsWith("." + name + ".") && text.endsWith(".new");
    }

    private static void write(Path draft, Kernel kernel, Geometry geometry, Consumer<MemorySegment> content)
            throws IOException {
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Kernel.Witness witness = kernel.open(draft);
                Arena arena = Arena.ofConfined()) {
            reserve(witness, geometry);
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, geometry.bytes(), arena);
            content.accept(memory);
            new Header(geometry, kernel.boot(), witness.tells()).write(memory);
            memory.asSlice(0, Geometry.HEADER_BYTES).force();
        } catch (OutOfMemoryError tooLarge) {
            throw new FileSystemException(
                    draft.toString(), null, "there is no room to map " + geometry.bytes() + " bytes");
        }
    }

    /** Room for what is written now; members make room for their own part when they join. */
    private static void reserve(Kernel.Witness witness, Geometry geometry) throws IOException {
        if (geometry.isLedger()) {
            witness.reserve(0, geometry.member(0));
            witness.reserve(geometry.pages(0), geometry.pagesBytes());
        } else {
            witness.reserve(0, geometry.bytes());
        }
    }

    /** Whether the name still means this file, as far as can be told. */
    boolean isCurrent() {
        try {
            return !Files.isSymbolicLink(path) && Files.isSameFile(path, witness.again());
        } catch (NoSuchFileException gone) {
            return false;
        } catch (IOException unknown) {
            return true;
        }
    }

    /** Whether it is out of use for good: replaced, or about to be removed. */
    boolean isOutOfUse() {
        return geometry().isLedger() && SegmentAccess.read(memory, Geometry.FIRST_CELL) == PageWriter.RETIRED;
    }

    /** Puts a ledger out of use: all processes that have it open notice when they next look at it. */
    void putOutOfUse() {
        SegmentAccess.write(memory, Geometry.FIRST_CELL, PageWriter.RETIRED);
    }

    /** What is said of a file that was put out of use while it was open. */
    static TurnstileUnusableException replaced(Path path) {
        return new TurnstileUnusableException(path + " was deleted or replaced while in use; open the turnstile again");
    }

    /**
     * Keeps those away who remove files that have not been used for long: while this is open, and for as long again.
     */
    void guard() {
        witness.guard(path.getParent());
        FileTime now = FileTime.fromMillis(System.currentTimeMillis());
        for (Path touched : List.of(witness.again(), path.getParent())) {
            try {
                Files.getFileAttributeView(touched, BasicFileAttributeView.class)
                        .setTimes(now, now, null);
            } catch (IOException anothers) {
                // of a group: its owner does that
            }
        }
    }

    @Override
    public void close() {
        witness.close();
    }
}
