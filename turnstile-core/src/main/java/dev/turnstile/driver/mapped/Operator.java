package dev.turnstile.driver.mapped;

import dev.turnstile.Snapshot;
import dev.turnstile.algorithm.ledger.Ledger;
import dev.turnstile.algorithm.ledger.RetiredException;
import dev.turnstile.algorithm.ledger.Who;
import dev.turnstile.driver.FileFailure;
import java.io.IOException;
import java.nio.file.Files;
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
import java.util.stream.Stream;

/**
 * What an operator does to the turnstiles of a folder: look, change the limit, want a permit back, mend.
 *
 * <pre>{@code
 * Operator operator = Mapped.here().operator();
 * operator.look("render").ifPresent(System.out::println);
 * }</pre>
 */
public final class Operator {
    private static final String IN_USE = "processes that live have it open; end them first";
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Folder folder;
    private final Kernel kernel;
    private final Sites sites;

    Operator(Folder folder, Kernel kernel, Sites sites) {
        this.folder = folder;
        this.kernel = kernel;
        this.sites = sites;
    }

    /** What became of the wish to have a permit back. */
    public enum Release {
        /** There is no such holder. */
        NONE,
        /** Its holder was asked to leave, and will. */
        ASKED,
        /** It was taken away: its holder is told, and cannot be stopped by us. */
        TAKEN_AWAY,
        /** Its holder was dead: what it had left is cleared. */
        CLEARED
    }

    /**
     * What a doctor says.
     *
     * @param usable whether the turnstile can be used
     * @param findings what was found, and done
     * @param living who has it open
     */
    public record Diagnosis(boolean usable, List<String> findings, List<Snapshot.Owner> living) {
        /** Copies the lists. */
        public Diagnosis {
            findings = List.copyOf(findings);
            living = List.copyOf(living);
        }
    }

    /** The names of all turnstiles, in order. */
    public List<String> names() {
        return folder.names();
    }

    /**
     * Whether there is a turnstile of that name.
     *
     * @throws IllegalArgumentException when no turnstile can be called that
     */
    public boolean isName(String name) {
        return Files.exists(folder.file(name));
    }

    /**
     * What a turnstile looks like now, if there is one of that name. Changes nothing.
     *
     * @throws IllegalArgumentException when no turnstile can be called that
     * @throws dev.turnstile.TurnstileUnusableException when its file can't be used
     */
    public Optional<Snapshot> look(String name) {
        return sites.look(name);
    }

    /**
     * Sets the limit for all, if there is a turnstile of that name; says whether there is.
     *
     * @throws IllegalArgumentException when the limit is not allowed
     */
    public boolean limit(String name, int limit) {
        Optional<Site> site = sites.find(name);
        site.ifPresent(found -> found.limit(limit));
        return site.isPresent();
    }

    /**
     * Wants the permit back that has this fence. One who said that it stops when asked is asked; from others who live it is
     * taken away. A child that outlived whoever started it is ended.
     */
    public Release release(String name, long fence) {
        return sites.find(name).map(site -> release(site.door(), fence)).orElse(Release.NONE);
    }

    private Release release(LedgerDoor door, long fence) {
        OptionalLong holder = door.look(ledger -> holder(ledger, fence));
        if (holder.isEmpty()) {
            return Release.NONE;
        }
        long who = holder.getAsLong();
        int member = Who.member(who);
        return switch (door.members().life(member)) {
            case DEAD -> cleared(door, member);
            case ORPHANED_CHILD -> endChild(door, member, who);
            case ALIVE -> {
                boolean asked = door.members().stopsWhenAsked(member);
                boolean done = door.changeInside(who, ledger -> asked ? ledger.ask(who) : ledger.expel(who));
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

    private static Release cleared(LedgerDoor door, int member) {
        door.clearUp(member);
        return Release.CLEARED;
    }

    private static Release endChild(LedgerDoor door, int member, long who) {
        if (!door.members().isNearby(member)) {
            door.changeInside(who, ledger -> ledger.expel(who)); // the operator vouches for it
            return Release.TAKEN_AWAY;
        }
        door.members()
                .owner(member)
                .child()
                .ifPresent(child -> ProcessHandle.of(child).ifPresent(Operator::end));
        return cleared(door, member);
    }

    private static void end(ProcessHandle child) {
        child.destroy();
        try {
            child.onExit().get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException stillThere) {
            child.destroyForcibly();
            child.onExit().join();
        }
    }

    /**
     * Looks at all of a turnstile's file; empty if there is none.
     *
     * @param mends whether to clear up, too, after those who have ended: that makes this process one of those who use it
     */
    public Optional<Diagnosis> examine(String name, boolean mends) {
        Path path = folder.file(name);
        List<String> findings = new ArrayList<>();
        removeDrafts(name, findings);
        try (MappedFile file = MappedFile.open(folder, kernel, name)) {
            sites.check(file);
            return Optional.of(examine(name, file, findings, mends));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (UnusableException | RetiredException unusable) {
            findings.add(path + " can't be used: " + unusable.getMessage());
            return Optional.of(new Diagnosis(false, findings, List.of()));
        } catch (IOException failure) {
            findings.add(path + " can't be opened: " + FileFailure.reason(failure));
            return Optional.of(new Diagnosis(false, findings, List.of()));
        }
    }

    private Diagnosis examine(String name, MappedFile file, List<String> findings, boolean mends) {
        findings.add(file.path() + ": version " + Header.VERSION + ", room for "
                + file.geometry().entries() + " inside or waiting, "
                + file.geometry().algorithm() + ", whole");
        Members members = new Members(file, kernel);
        List<Snapshot.Owner> living = members.living(); // before this process may join them
        long dead = members.dead();
        if (mends && dead > 0 && file.geometry().isLedger()) {
            sites.find(name).ifPresent(site -> site.door().clearUpAll());
            findings.add("cleared the records of " + dead + (dead == 1 ? " process that has" : " processes that have")
                    + " ended");
        }
        return new Diagnosis(true, findings, living);
    }

    /** What somebody left who was killed while it made a file. */
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

    /**
     * Removes a turnstile's file, so that the next to open it makes a new one; empty if that was done, or there was none, else
     * why not: somebody who lives has it open.
     */
    public Optional<String> remove(String name) {
        try (MappedFile file = MappedFile.open(folder, kernel, name)) {
            return Sites.retire(file, kernel) ? Optional.empty() : Optional.of(IN_USE);
        } catch (UnusableException unusable) {
            return removeUnusable(folder.file(name));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failure) {
            throw Sites.unusable(failure);
        }
    }

    /** A file that is no turnstile's any more has no word that would say that it is out of use. */
    private Optional<String> removeUnusable(Path path) {
        try (Kernel.Witness witness = kernel.open(path)) {
            if (!witness.hold(Geometry.witness(0), Who.MEMBERS_MAX)) {
                return Optional.of(IN_USE);
            }
            Files.deleteIfExists(path);
            return Optional.empty();
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failure) {
            throw Sites.unusable(failure);
        }
    }
}
