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
 * A turnstile's file, open and mapped. A new file gets its name only when complete, so that no process sees it half
 * written.
 *
 * @param header the header of the file
 * @param memory the bytes of the file
 * @param witness the locks on the bytes of the file
 * @param path the name of the file
 */
record MappedFile(Header header, MemorySegment memory, Kernel.Witness witness, Path path) implements AutoCloseable {
    Geometry geometry() {
        return header.geometry();
    }

    /**
     * Opens the file.
     *
     * @throws NoSuchFileException if the file does not exist
     * @throws UnusableException if the file is not a turnstile file, or is damaged
     */
    static MappedFile open(Folder folder, Kernel kernel, String name) throws IOException, UnusableException {
        folder.checkIfThere();
        return map(folder, kernel.open(folder.file(name)), name, false);
    }

    /**
     * Opens the file for reading only.
     *
     * @throws NoSuchFileException if the file does not exist
     * @throws UnusableException if the file is not a turnstile file, or is damaged
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
                throw new UnusableException("it has " + channel.size() + " bytes, too few for a header");
            }
            Header header = header(channel);
            if (header.witnessed() != witness.tells()) {
                throw new UnusableException(
                        "the processes that use it detect crashes in another way than this JVM does");
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
     * Creates the file, unless another process has created it meanwhile. The last argument writes the contents apart
     * from the header.
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
        } catch (FileAlreadyExistsException createdMeanwhile) {
            // the other process's file is just as good
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Returns whether the file is a draft that {@link #create} writes before giving it its name. */
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
                    draft.toString(), null, "there is not enough memory to map " + geometry.bytes() + " bytes");
        }
    }

    /** Reserves space for what is written now. Members reserve space for their own parts when they join. */
    private static void reserve(Kernel.Witness witness, Geometry geometry) throws IOException {
        if (geometry.isLedger()) {
            witness.reserve(0, geometry.member(0));
            witness.reserve(geometry.pages(0), geometry.pagesBytes());
        } else {
            witness.reserve(0, geometry.bytes());
        }
    }

    /** Returns whether the name still refers to this file, as far as that can be determined. */
    boolean isCurrent() {
        try {
            return !Files.isSymbolicLink(path) && Files.isSameFile(path, witness.again());
        } catch (NoSuchFileException gone) {
            return false;
        } catch (IOException unknown) {
            return true;
        }
    }

    /** Returns whether the file is permanently out of use, because it was replaced or is about to be removed. */
    boolean isOutOfUse() {
        return geometry().isLedger() && SegmentAccess.read(memory, Geometry.FIRST_CELL) == PageWriter.RETIRED;
    }

    /** Puts a ledger out of use. All processes that have it open notice when they next read it. */
    void putOutOfUse() {
        SegmentAccess.write(memory, Geometry.FIRST_CELL, PageWriter.RETIRED);
    }

    /** Returns the exception for a file that was put out of use while open. */
    static TurnstileUnusableException replaced(Path path) {
        return new TurnstileUnusableException(path + " was deleted or replaced while in use; open the turnstile again");
    }

    /**
     * Protects the file from cleaners that remove files unused for long. A lock protects it while it is open, and its
     * updated times protect it until the age limit of the cleaner has passed again.
     */
    void guard() {
        witness.guard(path.getParent());
        FileTime now = FileTime.fromMillis(System.currentTimeMillis());
        for (Path touched : List.of(witness.again(), path.getParent())) {
            try {
                Files.getFileAttributeView(touched, BasicFileAttributeView.class)
                        .setTimes(now, now, null);
            } catch (IOException anothers) {
                // in a folder shared by a group, the owner does that
            }
        }
    }

    @Override
    public void close() {
        witness.close();
    }
}
