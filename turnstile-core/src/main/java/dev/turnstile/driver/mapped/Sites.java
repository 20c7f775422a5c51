package dev.turnstile.driver.mapped;

import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.Algorithm;
import dev.turnstile.algorithm.Catalogue;
import dev.turnstile.algorithm.ledger.DamagedException;
import dev.turnstile.algorithm.ledger.LedgerSystem;
import dev.turnstile.algorithm.ledger.Pen;
import dev.turnstile.algorithm.ledger.RetiredException;
import dev.turnstile.algorithm.ledger.Who;
import dev.turnstile.driver.FileFailure;
import dev.turnstile.machine.ProcessSystem;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Opens files of ledgers, makes them where there are none, and keeps those that this process has open. */
final class Sites {
    private static final int NOBODY = Who.MEMBERS_MAX; // who only looks is no member
    private static final Map<Path, Site> OPEN = new HashMap<>(); // guarded by itself

    private final Folder folder;
    private final Kernel kernel;
    private final String command;
    private final boolean stopsWhenAsked;

    Sites(Folder folder, Kernel kernel, String command, boolean stopsWhenAsked) {
        this.folder = folder;
        this.kernel = kernel;
        this.command = command;
        this.stopsWhenAsked = stopsWhenAsked;
    }

    /** The site of that name; where there is none, it is made with that geometry and these bounds. */
    Site open(String name, Geometry geometry, Bounds bounds) {
        synchronized (OPEN) {
            while (true) {
                Optional<Site> site = find(name);
                if (site.isPresent()) {
                    return site.get();
                }
                create(name, geometry, bounds);
            }
        }
    }

    /** The site of that name, if there is one. */
    Optional<Site> find(String name) {
        Path path = folder.file(name);
        synchronized (OPEN) {
            Site known = OPEN.get(path);
            if (known != null && isInUse(known)) {
                return Optional.of(known);
            }
            Optional<Site> site = join(name);
            site.ifPresentOrElse(found -> OPEN.put(path, found), () -> OPEN.remove(path));
            return site;
        }
    }

    /** What the turnstile of that name looks like, if there is one; this process does not join. */
    Optional<Snapshot> look(String name) {
        try (MappedFile file = MappedFile.open(folder, kernel, name)) {
            Members members = new Members(file, kernel);
            if (!file.geometry().isLedger()) {
                return Optional.of(machine(name, file, members).snapshot());
            }
            check(file);
            Site site = new Site(new LedgerDoor(kernel, file, members, NOBODY));
            return Optional.of(site.snapshot(name, who -> Optional.empty()));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (UnusableException unusable) {
            throw unusable(name, unusable);
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    private MachineTurnstile machine(String name, MappedFile file, Members members) throws UnusableException {
        Geometry geometry = file.geometry();
        try {
            ProcessSystem system =
                    Catalogue.sharedMemory(geometry.algorithm()).system(geometry.entries(), geometry.places());
            return new MachineTurnstile(name, file, members, system, new MachineCells(file.memory(), geometry, kernel));
        } catch (IllegalArgumentException unknown) {
            throw new UnusableException("it was made for an algorithm that can't be had: " + unknown.getMessage());
        }
    }

    private TurnstileUnusableException unusable(String name, UnusableException unusable) {
        return new TurnstileUnusableException(
                folder.file(name) + " can't be used: " + unusable.getMessage() + "; 'turnstile doctor " + name
                        + "' says more and can replace it",
                unusable);
    }

    static TurnstileUnusableException unusable(IOException failure) {
        return new TurnstileUnusableException(FileFailure.message(failure), failure);
    }

    private static boolean isInUse(Site known) {
        if (!known.door().file().isCurrent()) {
            return false;
        }
        try {
            known.bounds();
            return true;
        } catch (RetiredException replaced) {
            return false;
        }
    }

    private Optional<Site> join(String name) {
        try {
            MappedFile file = openChecked(name);
            try {
                Members members = new Members(file, kernel);
                LedgerDoor door = new LedgerDoor(kernel, file, members, members.join(command, stopsWhenAsked));
                door.clearUpOwn();
                if (file.isCurrent()) {
                    return Optional.of(new Site(door));
                }
            } catch (RetiredException replaced) {
                // while we joined
            } catch (IllegalStateException | IOException refused) {
                if (file.isCurrent()) {
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

    /** Opens the file, and looks at all of it. */
    MappedFile openChecked(String name) throws IOException, UnusableException {
        MappedFile file = MappedFile.open(folder, kernel, name);
        try {
            check(file);
            if (!file.geometry().isLedger()) {
                throw new UnusableException(
                        "it was made for the algorithm " + file.geometry().algorithm());
            }
            return file;
        } catch (IOException | UnusableException | RuntimeException unusable) {
            file.close();
            throw unusable;
        }
    }

    /** Looks at all of it. */
    void check(MappedFile file) throws IOException, UnusableException {
        if (!file.header().boot().equals(kernel.boot()) && retire(file, kernel)) { // nobody who is in it lives
            throw new NoSuchFileException(file.path().toString());
        }
        if (!file.geometry().isLedger()) {
            throw new UnusableException(
                    "it was made for the algorithm " + file.geometry().algorithm());
        }
        try {
            file.geometry().pen(0).readChecked(new LedgerCells(file.memory(), file.geometry()));
        } catch (DamagedException damaged) {
            throw new UnusableException(damaged.getMessage());
        } catch (RetiredException killedBeforeItWasRemoved) {
            retire(file, kernel);
            throw new NoSuchFileException(file.path().toString());
        }
    }

    /**
     * Puts the file out of use, if nobody who lives has it open: whoever opens it then finds another, or none. Who holds all
     * bytes that members can hold is alone, and nobody can join meanwhile; so what is removed is this file, and not one that
     * has taken its name.
     *
     * @return whether it was done, or somebody else has done it
     */
    static boolean retire(MappedFile file, Kernel kernel) throws IOException {
        Kernel.Witness witness = file.witness();
        if (!witness.tells() && !new Members(file, kernel).living().isEmpty()) {
            return false;
        }
        if (!witness.hold(Geometry.witness(0), Who.MEMBERS_MAX)) {
            return false;
        }
        try {
            new LedgerCells(file.memory(), file.geometry()).write(0, Pen.RETIRED);
            if (file.isCurrent()) {
                Files.deleteIfExists(file.path());
            }
            return true;
        } finally {
            witness.letGo(Geometry.witness(0), Who.MEMBERS_MAX);
        }
    }

    private void create(String name, Geometry geometry, Bounds bounds) {
        try {
            MappedFile.create(folder, kernel, name, geometry, memory -> begin(memory, geometry, bounds));
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    /** A turnstile of that algorithm; a file is made where there is none. Each has a membership of its own. */
    MachineTurnstile openMachine(String name, Algorithm.SharedMemory algorithm, int participants, int places) {
        ProcessSystem system = algorithm.system(participants, places);
        Geometry geometry = Geometry.of(algorithm, system);
        try {
            MappedFile file = openOrCreate(name, geometry, system);
            if (!file.geometry().equals(geometry)) {
                file.close();
                throw new IllegalArgumentException("'" + name + "' is " + shape(file.geometry()) + " here, and "
                        + shape(geometry) + " was asked for; 'turnstile doctor " + name + " --replace' makes way");
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
            Members members = new Members(file, kernel);
            members.join(command, stopsWhenAsked);
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

    private static void begin(MemorySegment memory, Geometry geometry, Bounds bounds) {
        LedgerSystem.begin(new LedgerCells(memory, geometry), geometry.pen(0), bounds.floor(), bounds.limit());
    }
}
