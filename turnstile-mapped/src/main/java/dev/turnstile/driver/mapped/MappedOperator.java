package dev.turnstile.driver.mapped;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.TurnstileUnusableException;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RequestWord;
import dev.turnstile.driver.mapped.os.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The operator for the turnstiles of a folder. */
final class MappedOperator implements Operator {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Folder folder;
    private final Kernel kernel;
    private final OpenFiles openFiles;

    MappedOperator(Folder folder, Kernel kernel, OpenFiles openFiles) {
        this.folder = folder;
        this.kernel = kernel;
        this.openFiles = openFiles;
    }

    @Override
    public String where() {
        return folder.path().toString();
    }

    @Override
    public List<String> names() {
        return folder.names();
    }

    @Override
    public List<Leftover> leftovers() {
        return folder.former().stream()
                .flatMap(former -> former.names().stream()
                        .map(name -> new Leftover(former.file(name), openFiles.isUsed(former, name))))
                .toList();
    }

    @Override
    public boolean isName(String name) {
        return Files.exists(folder.file(name), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<Leftover> leftovers(String name) {
        Path file = folder.file(name).getFileName();
        return leftovers().stream()
                .filter(left -> left.file().getFileName().equals(file))
                .toList();
    }

    @Override
    public Optional<Snapshot> snapshot(String name) {
        return openFiles.snapshot(name);
    }

    @Override
    public boolean limit(String name, int limit) {
        Optional<OpenFile> openFile = openFiles.find(name);
        openFile.ifPresent(found -> found.ledger().limit(limit));
        return openFile.isPresent();
    }

    @Override
    public Release release(String name, long fence) {
        return openFiles.find(name).map(openFile -> release(openFile, fence)).orElse(Release.NONE);
    }

    private Release release(OpenFile openFile, long fence) {
        OptionalLong holder = openFile.ledger().inspect(ledger -> holder(ledger, fence));
        if (holder.isEmpty()) {
            return Release.NONE;
        }
        long who = holder.getAsLong();
        int member = RequestWord.member(who);
        return switch (openFile.store().members().life(member)) {
            case DEAD -> cleared(openFile, member);
            case ORPHANED_CHILD -> endChild(openFile, member, who);
            case ALIVE, SILENT -> {
                boolean asked = openFile.store().members().stopsWhenAsked(member);
                boolean done = openFile.changeHolder(who, ledger -> asked ? ledger.ask(who) : ledger.expel(who));
                yield done ? asked ? Release.ASKED : Release.TAKEN_AWAY : Release.NONE;
            }
        };
    }

    private static OptionalLong holder(Ledger ledger, long fence) {
        for (int entry = 0; entry < ledger.inside(); entry++) {
            if (ledger.fence(entry) == fence) {
                return OptionalLong.of(ledger.who(entry));
            }
        }
        return OptionalLong.empty();
    }

    private static Release cleared(OpenFile openFile, int member) {
        openFile.ledger().clearUp(member);
        return Release.CLEARED;
    }

    private static Release endChild(OpenFile openFile, int member, long who) {
        if (!openFile.store().members().isNearby(member)) {
            openFile.changeHolder(who, ledger -> ledger.expel(who)); // the operator vouches that the child may lose it
            return Release.TAKEN_AWAY;
        }
        openFile.store()
                .members()
                .children(member)
                .forEach(child -> ProcessHandle.of(child).ifPresent(MappedOperator::end));
        openFile.ledger().clearUp(member);
        return openFile.ledger().inspect(ledger -> ledger.find(who)) < 0 ? Release.STOPPED : Release.REFUSED;
    }

    private static void end(ProcessHandle child) {
        if (!child.destroy()) {
            return; // it has ended, or belongs to another user
        }
        try {
            child.onExit().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException stillThere) {
            child.destroyForcibly();
            child.onExit().join();
        }
    }

    @Override
    public Optional<Diagnosis> examine(String name, boolean mends) {
        List<String> findings = new ArrayList<>();
        try {
            boolean may = mends && mayMend(name, findings);
            if (may) {
                removeDrafts(name, findings);
            }
            try (MappedFile file = MappedFile.openToLook(folder, kernel, name)) {
                openFiles.checkToLook(file);
                return Optional.of(examine(name, file, findings, may));
            }
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (UnusableException unusable) {
            findings.add(folder.file(name) + " can't be used: " + unusable.getMessage());
            return Optional.of(new Diagnosis(false, findings, List.of()));
        } catch (IOException failure) {
            findings.add(FileFailure.message(failure));
            return Optional.of(new Diagnosis(false, findings, List.of()));
        }
    }

    private boolean mayMend(String name, List<String> findings) throws IOException {
        if (!folder.isAnothers()) {
            return true;
        }
        findings.add(
                folder.path() + " belongs to another user, so nothing is repaired; run this as its owner: sudo -u '#"
                        + Folder.ownerOf(folder.path()) + "' turnstile doctor " + name);
        return false;
    }

    private Diagnosis examine(String name, MappedFile file, List<String> findings, boolean mends) {
        findings.add(file.path() + ": version " + Header.VERSION + ", room for "
                + file.geometry().entries() + " inside or waiting, "
                + file.geometry().algorithm() + ", intact");
        MappedMembers members = new MappedMembers(file, kernel);
        List<Snapshot.Owner> living = members.living(); // before this process may become a member
        long dead = members.dead();
        if (dead > 0 && file.geometry().isLedger()) {
            long crashed = openFiles.crashed(file, members);
            if (mends) {
                openFiles.find(name).ifPresent(openFile -> openFile.clearUpAll());
                addIf(crashed, findings, "removed what " + processes(crashed, "crashed ") + " held or waited for");
                addIf(
                        dead - crashed,
                        findings,
                        "freed the unused records of " + processes(dead - crashed, "ended ") + " (routine)");
            } else {
                addIf(
                        crashed,
                        findings,
                        processes(crashed, "crashed ") + " left units or requests behind; "
                                + folder.command("doctor " + name) + " removes them, and so does the next waiter");
            }
        }
        return new Diagnosis(true, findings, living);
    }

    private static void addIf(long count, List<String> findings, String finding) {
        if (count > 0) {
            findings.add(finding);
        }
    }

    private static String processes(long count, String which) {
        return count + " " + which + (count == 1 ? "process" : "processes");
    }

    /** Removes the drafts of processes that were killed while creating the file. */
    private void removeDrafts(String name, List<String> findings) {
        try (Stream<Path> files = Files.list(folder.path())) {
            for (Path draft :
                    files.filter(file -> MappedFile.isDraft(file, name)).toList()) {
                if (Files.getLastModifiedTime(draft).toMillis() < System.currentTimeMillis() - 60_000) {
                    Files.deleteIfExists(draft);
                    findings.add("removed " + draft.getFileName() + ", left by a process that was killed");
                }
            }
        } catch (IOException nothingToRemove) {
            // the folder does not exist
        }
    }

    @Override
    public Optional<String> remove(String name) {
        Path path = folder.file(name);
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(path + " is a folder; remove it by hand");
        }
        if (Files.isSymbolicLink(path)) {
            return removeLink(path);
        }
        try (MappedFile file = MappedFile.open(folder, kernel, name)) {
            List<Snapshot.Owner> inside = orphans(name);
            if (!inside.isEmpty()) {
                return Optional.of(list("commands that outlived their 'turnstile run' still hold units", inside)
                        + "; stop them with " + folder.command("release " + name + " HOLDER"));
            }
            return OpenFiles.retire(file, kernel)
                    ? Optional.empty()
                    : Optional.of(list("processes have it open", new MappedMembers(file, kernel).living())
                            + "; end them first");
        } catch (UnusableException unusable) {
            return removeUnusable(folder.file(name));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failure) {
            throw OpenFiles.unusable(failure);
        }
    }

    /** Removes a symbolic link, which is not a turnstile, without touching its target. */
    private Optional<String> removeLink(Path link) {
        try {
            folder.checkIfThere();
            Files.deleteIfExists(link);
            return Optional.empty();
        } catch (IOException failure) {
            throw OpenFiles.unusable(failure);
        }
    }

    /** Returns the killed processes whose children are still inside. Empty if that can no longer be determined. */
    private List<Snapshot.Owner> orphans(String name) {
        try {
            return openFiles.snapshot(name).stream()
                    .flatMap(now -> now.holders().stream())
                    .flatMap(holder -> holder.owner().stream())
                    .filter(owner -> owner.life() == Snapshot.Life.ORPHANED_CHILD)
                    .toList();
        } catch (TurnstileUnusableException damaged) {
            return List.of();
        }
    }

    private static String list(String what, List<Snapshot.Owner> owners) {
        return owners.stream()
                .map(owner -> (owner.life() == Snapshot.Life.ORPHANED_CHILD
                                ? owner.child().orElseThrow()
                                : owner.pid())
                        + " (" + owner.command().replaceAll("\\p{Cntrl}", "?") + ")")
                .collect(Collectors.joining(", ", what + ": ", ""));
    }

    /** Removes an unusable file. It has no word that could mark it as out of use. */
    private Optional<String> removeUnusable(Path path) {
        try (Kernel.Witness witness = kernel.open(path)) {
            if (!witness.hold(Geometry.witness(0), RequestWord.MEMBERS_MAX)) {
                return Optional.of("processes have it open; end them first");
            }
            Files.deleteIfExists(path);
            return Optional.empty();
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failure) {
            throw OpenFiles.unusable(failure);
        }
    }
}
