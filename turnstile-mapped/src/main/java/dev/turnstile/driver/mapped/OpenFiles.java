package dev.turnstile.driver.mapped;

import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.ledger.Bounds;
import dev.turnstile.driver.ledger.OpenLedger;
import dev.turnstile.driver.mapped.os.Kernel;
import dev.turnstile.machine.ProcessSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The ledger files that this process has open. It opens files, and creates those that do not exist. */
final class OpenFiles {
    private static final int NO_MEMBER = RequestWord.MEMBERS_MAX; // a process that only reads is not a member
    private static final Map<Path, OpenFile> OPEN = new HashMap<>(); // guarded by itself

    private final Folder folder;
    private final Kernel kernel;
    private final String command;
    private final boolean stopsWhenAsked;

    OpenFiles(Folder folder, Kernel kernel, String command, boolean stopsWhenAsked) {
        this.folder = folder;
        this.kernel = kernel;
        this.command = command;
        this.stopsWhenAsked = stopsWhenAsked;
    }

    /**
     * Returns the open file of this name. If the file does not exist, creates it with this geometry and these bounds.
     */
    OpenFile open(String name, Geometry geometry, Bounds bounds) {
        synchronized (OPEN) {
            while (true) {
                Optional<OpenFile> openFile = find(name);
                if (openFile.isPresent()) {
                    return openFile.get();
                }
                create(name, geometry, bounds);
            }
        }
    }

    /** Returns the open file of this name, if the file exists. */
    Optional<OpenFile> find(String name) {
        Path path = folder.file(name);
        synchronized (OPEN) {
            OpenFile known = OPEN.get(path);
            if (known != null && isInUse(known)) {
                return Optional.of(known);
            }
            checkFormer(name);
            Optional<OpenFile> openFile = join(name);
            openFile.ifPresentOrElse(found -> OPEN.put(path, found), () -> OPEN.remove(path));
            return openFile;
        }
    }

    /**
     * Returns a snapshot of the turnstile of this name, if there is one. This process does not become a member, and
     * changes nothing.
     */
    Optional<Snapshot> snapshot(String name) {
        try (MappedFile file = MappedFile.openToLook(folder, kernel, name)) {
            checkToLook(file);
            return Optional.of(snapshot(name, file));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (UnusableException unusable) {
            throw unusable(name, unusable);
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    private Snapshot snapshot(String name, MappedFile file) throws UnusableException {
        MappedMembers members = new MappedMembers(file, kernel);
        if (!file.geometry().isLedger()) {
            return machine(name, file, members).look();
        }
        return looking(file, members).snapshot(name, who -> Optional.empty());
    }

    /** Returns how many crashed processes have left requests in a ledger. */
    long crashed(MappedFile file, MappedMembers members) {
        return looking(file, members).crashed();
    }

    private OpenLedger looking(MappedFile file, MappedMembers members) {
        return new OpenLedger(new MappedStore(kernel, file, members, NO_MEMBER));
    }

    private MachineTurnstile machine(String name, MappedFile file, MappedMembers members) throws UnusableException {
        Geometry geometry = file.geometry();
        try {
            ProcessSystem system =
                    Catalogue.sharedMemory(geometry.algorithm()).system(geometry.entries(), geometry.places());
            return new MachineTurnstile(name, file, members, system, new MachineCells(file.memory(), geometry, kernel));
        } catch (IllegalArgumentException unknown) {
            throw new UnusableException(
                    "it was created for an algorithm that is not available: " + unknown.getMessage());
        }
    }

    private TurnstileUnusableException unusable(String name, UnusableException unusable) {
        return new TurnstileUnusableException(
                folder.file(name) + " can't be used: " + unusable.getMessage() + "; " + folder.command("doctor " + name)
                        + " shows details and can replace it",
                unusable);
    }

    static TurnstileUnusableException unusable(IOException failure) {
        return new TurnstileUnusableException(FileFailure.message(failure), failure);
    }

    private static boolean isInUse(OpenFile known) {
        MappedFile file = known.store().file();
        return file.isCurrent() && !file.isOutOfUse();
    }

    /**
     * Refuses to proceed while processes use a turnstile of this name in a folder that was the default in earlier
     * versions, because the two would not count each other's holders.
     */
    private void checkFormer(String name) {
        folder.former().stream()
                .filter(former -> isUsed(former, name))
                .findFirst()
                .ifPresent(former -> {
                    throw new TurnstileUnusableException("processes use " + former.file(name)
                            + ", where an earlier version had the default folder, and would not be counted in "
                            + folder.file(name) + "; wait for them to end, or use theirs with --dir, TURNSTILE_DIR or"
                            + " Mapped.in(\"" + former.path() + "\")");
                });
    }

    /**
     * Returns whether live processes use a turnstile. A file of another version shows only whether a process holds a
     * byte of it.
     */
    boolean isUsed(Folder where, String name) {
        if (!Files.isRegularFile(where.file(name), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (MappedFile file = MappedFile.openToLook(where, kernel, name)) {
            return !new MappedMembers(file, kernel).living().isEmpty();
        } catch (UnusableException ofAnotherVersion) {
            try (Kernel.Witness witness = kernel.openToLook(where.file(name))) {
                return witness.isHeld(Geometry.witness(0), RequestWord.MEMBERS_MAX);
            } catch (IOException gone) {
                return false;
            }
        } catch (IOException refused) {
            return false;
        }
    }

    private Optional<OpenFile> join(String name) {
        try {
            MappedFile file = openChecked(name);
            try {
                MappedMembers members = new MappedMembers(file, kernel);
                OpenFile openFile =
                        new OpenFile(new MappedStore(kernel, file, members, members.join(command, stopsWhenAsked)));
                openFile.ledger().clearUpOwn();
                if (file.isCurrent()) {
                    file.guard();
                    return Optional.of(openFile);
                }
            } catch (IllegalStateException | IOException refused) {
                if (file.isCurrent() && !file.isOutOfUse()) { // otherwise it was replaced while this process joined
                    file.close();
                    throw refused;
                }
            }
            file.close();
            return join(name);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (UnusableException unusable) {
            throw unusable(name, unusable);
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    /** Opens the file, and checks all of it. */
    MappedFile openChecked(String name) throws IOException, UnusableException {
        MappedFile file = MappedFile.open(folder, kernel, name);
        try {
            check(file);
            if (!file.geometry().isLedger()) {
                throw new UnusableException(
                        "it was created for the algorithm " + file.geometry().algorithm());
            }
            return file;
        } catch (IOException | UnusableException | RuntimeException unusable) {
            file.close();
            throw unusable;
        }
    }

    /** Checks all of the file. Removes it if it is from an earlier boot of the machine or out of use. */
    private void check(MappedFile file) throws IOException, UnusableException {
        try {
            checkToLook(file);
        } catch (NoSuchFileException leftOver) {
            if (!retire(file, kernel) && file.isCurrent()) {
                throw new UnusableException(
                        "it was put out of use when its name was missing, but processes still have it"
                                + " open; end them first");
            }
            throw leftOver;
        }
    }

    /**
     * Checks all of the file.
     *
     * @throws NoSuchFileException if the file is from an earlier boot of the machine or out of use, which is as good as
     *     none
     */
    void checkToLook(MappedFile file) throws IOException, UnusableException {
        boolean old = !file.header().boot().equals(kernel.boot())
                && !file.witness().isHeld(Geometry.witness(0), RequestWord.MEMBERS_MAX)
                && new MappedMembers(file, kernel).living().isEmpty();
        if (old || file.isOutOfUse()) {
            throw new NoSuchFileException(file.path().toString());
        }
        if (!file.geometry().isLedger()) {
            return;
        }
        try {
            file.geometry().writer(0).readChecked(new LedgerCells(file.memory(), file.geometry(), file.path()));
        } catch (DamagedException damaged) {
            throw new UnusableException(damaged.getMessage());
        } catch (TurnstileUnusableException outOfUse) {
            throw new NoSuchFileException(file.path().toString());
        }
    }

    /**
     * Puts the file out of use, if no live process has it open. A process that opens the name afterwards finds another
     * file, or none. The holder of all bytes that members can hold is alone, and no process can join meanwhile. So it
     * removes this file, and not one that has taken its name.
     *
     * @return whether the file is out of use, by this call or another process
     */
    static boolean retire(MappedFile file, Kernel kernel) throws IOException {
        Kernel.Witness witness = file.witness();
        if (!witness.tells() && !new MappedMembers(file, kernel).living().isEmpty()) {
            return false;
        }
        if (!witness.hold(Geometry.witness(0), RequestWord.MEMBERS_MAX)) {
            return false;
        }
        try {
            file.putOutOfUse();
            if (file.isCurrent()) {
                Files.deleteIfExists(file.path());
            }
            return true;
        } finally {
            witness.letGo(Geometry.witness(0), RequestWord.MEMBERS_MAX);
        }
    }

    private void create(String name, Geometry geometry, Bounds bounds) {
        try {
            MappedFile.create(
                    folder,
                    kernel,
                    name,
                    geometry,
                    memory -> LedgerSystem.begin(
                            new LedgerCells(memory, geometry, folder.file(name)),
                            geometry.writer(0),
                            bounds.floor(),
                            bounds.limit()));
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    /**
     * Opens a turnstile of this algorithm, and creates the file if it does not exist. Each turnstile has a membership
     * of its own.
     */
    MachineTurnstile openMachine(String name, Algorithm.SharedMemory algorithm, int participants, int places) {
        ProcessSystem system = algorithm.system(participants, places);
        Geometry geometry = Geometry.of(algorithm, system);
        checkFormer(name);
        try {
            MappedFile file = openOrCreate(name, geometry, system);
            if (!file.geometry().equals(geometry)) {
                file.close();
                throw new IllegalArgumentException("'" + name + "' is " + shape(file.geometry()) + ", but "
                        + shape(geometry) + " was requested; remove it first with " + folder.command("remove " + name));
            }
            return join(name, file, system);
        } catch (UnusableException unusable) {
            throw unusable(name, unusable);
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    private MachineTurnstile join(String name, MappedFile file, ProcessSystem system) throws IOException {
        try {
            MappedMembers members = new MappedMembers(file, kernel);
            members.join(command, stopsWhenAsked);
            file.guard();
            MachineCells cells = new MachineCells(file.memory(), file.geometry(), kernel);
            return new MachineTurnstile(name, file, members, system, cells);
        } catch (IOException | RuntimeException refused) {
            file.close();
            throw refused;
        }
    }

    private MappedFile openOrCreate(String name, Geometry geometry, ProcessSystem system)
            throws IOException, UnusableException {
        try {
            MappedFile file = MappedFile.open(folder, kernel, name);
            if (file.header().boot().equals(kernel.boot()) || !retire(file, kernel)) {
                return file;
            }
            file.close();
            throw new NoSuchFileException(name);
        } catch (NoSuchFileException none) {
            MappedFile.create(
                    folder,
                    kernel,
                    name,
                    geometry,
                    memory -> system.initialise(new MachineCells(memory, geometry, kernel)));
            return MappedFile.open(folder, kernel, name);
        }
    }

    private static String shape(Geometry geometry) {
        return geometry.algorithm() + " for " + geometry.entries() + " participants"
                + (geometry.isLedger() ? "" : " and at most " + geometry.places() + " inside");
    }
}
