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

/** What an operator does to the turnstiles of a folder. */
final class MappedOperator implements Operator {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Folder folder;
    private final Kernel kernel;
    private final OpenFiles sites;

    MappedOperator(Folder folder, Kernel kernel, OpenFiles sites) {
        this.folder = folder;
        this.kernel = kernel;
        this.sites = sites;
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
                        .map(name -> new Leftover(former.file(name), sites.isUsed(former, name))))
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
    public Optional<Snapshot> look(String name) {
        return sites.look(name);
    }

    @Override
    public boolean limit(String name, int limit) {
        Optional<OpenFile> site = sites.find(name);
        site.ifPresent(found -> found.ledger().limit(limit));
        return site.isPresent();
    }

    @Override
    public Release release(String name, long fence) {
        return sites.find(name).map(site -> release(site, fence)).orElse(Release.NONE);
    }

    private Release release(OpenFile site, long fence) {
        OptionalLong holder = site.ledger().look(ledger -> holder(ledger, fence));
        if (holder.isEmpty()) {
            return Release.NONE;
        }
        long who = holder.getAsLong();
        int member = RequestWord.member(who);
        return switch (site.store().members().life(member)) {
            case DEAD -> cleared(site, member);
            case ORPHANED_CHILD -> endChild(site, member, who);
            case ALIVE -> {
                boolean asked = site.store().members().stopsWhenAsked(member);
                boolean done = site.changeHolder(who, ledger -> asked ? ledger.ask(who) : ledger.expel(who));
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

    private static Release cleared(OpenFile site, int member) {
        site.ledger().clearUp(member);
        return Release.CLEARED;
    }

    private static Release endChild(OpenFile site, int member, long who) {
        if (!site.store().members().isNearby(member)) {
            site.changeHolder(who, ledger -> ledger.expel(who)); // the operator vouches for it
            return Release.TAKEN_AWAY;
        }
        site.store()
                .members()
                .children(member)
                .forEach(child -> ProcessHandle.of(child).ifPresent(MappedOperator::end));
        site.ledger().clearUp(member);
        return site.ledger().look(ledger -> ledger.find(who)) < 0 ? Release.CLEARED : Release.REFUSED;
    }

    private static void end(ProcessHandle child) {
        if (!child.destroy()) {
            return; // it has ended, or is another user's
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
                sites.checkToLook(file);
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
        findings.add(folder.path() + " belongs to another user, so nothing is mended; run this as its owner: sudo -u '#"
                + Folder.ownerOf(folder.path()) + "' turnstile doctor " + name);
        return false;
    }

    private Diagnosis examine(String name, MappedFile file, List<String> findings, boolean mends) {
        findings.add(file.path() + ": version " + Header.VERSION + ", room for "
                + file.geometry().entries() + " inside or waiting, "
                + file.geometry().algorithm() + ", whole");
        MappedMembers members = new MappedMembers(file, kernel);
        List<Snapshot.Owner> living = members.living(); // before this process may join them
        long dead = members.dead();
        if (mends && dead > 0 && file.geometry().isLedger()) {
            sites.find(name).ifPresent(site -> site.clearUpAll());
            findings.add("cleared the records of " + dead + (dead == 1 ? " process that has" : " processes that have")
                    + " ended");
        }
        return new Diagnosis(true, findings, living);
    }

    /** What is left of a process that was killed while it made a file. */
    private void removeDrafts(String name, List<String> findings) {
        try (Stream<Path> files = Files.list(folder.path())) {
            for (Path draft :
                    files.filter(file -> MappedFile.isDraft(file, name)).toList()) {
                if (Files.getLastModifiedTime(draft).toMillis() < System.currentTimeMillis() - 60_000) {
                    Files.deleteIfExists(draft);
                    findings.add("removed " + draft.getFileName() + ", left by one who was killed");
                }
            }
        } catch (IOException nothingToRemove) {
            // there is no such folder
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
                return Optional.of(list("children of killed processes still keep places", inside)
                        + "; take their permits back with " + folder.command("release " + name + " HOLDER"));
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

    /** A link is no turnstile, and what it leads to is not touched. */
    private Optional<String> removeLink(Path link) {
        try {
            folder.checkIfThere();
            Files.deleteIfExists(link);
            return Optional.empty();
        } catch (IOException failure) {
            throw OpenFiles.unusable(failure);
        }
    }

    /** The killed processes whose children are still inside; none if that can't be told any more. */
    private List<Snapshot.Owner> orphans(String name) {
        try {
            return sites.look(name).stream()
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
                .map(owner -> owner.pid() + " (" + owner.command().replaceAll("\\p{Cntrl}", "?") + ")")
                .collect(Collectors.joining(", ", what + ": ", ""));
    }

    /** A file that is no turnstile's any more has no word that would say that it is out of use. */
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
