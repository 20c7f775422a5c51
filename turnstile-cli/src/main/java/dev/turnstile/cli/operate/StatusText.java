package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.cli.render.HumanFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The state of turnstiles, for people. */
final class StatusText {
    private static final String ROW = "  %7s  %5s  %5s  %8s  %7s  %s";

    private StatusText() {}

    static String of(StatusCommand.Found found) {
        List<String> parts = new ArrayList<>();
        found.usable().forEach(now -> parts.add(of(now)));
        found.unusable().forEach((name, why) -> parts.add(name + ": " + why));
        found.leftovers().forEach(file -> parts.add(leftover(file)));
        String end = parts.isEmpty() ? none(found.where()) : found.where().toString();
        found.sessions().ifPresent(sessions -> parts.addAll(sessions.parts()));
        parts.add(end);
        return String.join("\n\n", parts);
    }

    /**
     * Where turnstiles are.
     *
     * @param operator their operator
     * @param isStore whether they are in a store, and not in a folder
     */
    record Where(Operator operator, boolean isStore) {
        @Override
        public String toString() {
            return (isStore ? "store: " : "folder: ") + operator.where();
        }
    }

    /** Returns that a folder or a store has no turnstiles. */
    static String none(Where where) {
        String place = where.operator().where();
        return where.isStore() || Files.exists(Path.of(place))
                ? "no turnstiles in " + place
                : "no turnstiles: there is no folder " + place;
    }

    /** Returns what to do about a file in the default folder of an earlier version. */
    static String leftover(Operator.Leftover left) {
        Path folder = left.file().getParent();
        return left.isUsed()
                ? "processes use " + left.file() + ", in the default folder of an earlier version. Run 'turnstile"
                        + " status --dir " + folder + "' to see them."
                : left.file() + " is left over from an earlier version and not in use. Remove it, or select its folder"
                        + " with --dir " + folder + ".";
    }

    private static String of(Snapshot now) {
        List<String> lines = new ArrayList<>();
        lines.add(now.name() + ": " + summary(now));
        if (!now.holders().isEmpty()) {
            lines.add(String.format(ROW, "HOLDER", "SLOTS", "UNITS", "PID", "SINCE", "COMMAND"));
            now.holders().forEach(holder -> lines.add(row(holder)));
        }
        if (!now.waiters().isEmpty()) {
            lines.add(String.format(ROW, "WAITING", "", "UNITS", "PID", "SINCE", "COMMAND"));
            for (int place = 0; place < now.waiters().size(); place++) {
                lines.add(row(place + 1, now.waiters().get(place)));
            }
        }
        return String.join("\n", lines);
    }

    /** Returns one line: the units held, the limit, the floor if there is one, and the number of waiters. */
    static String summary(Snapshot now) {
        return HumanFormat.count(now.held()) + " of " + now.limit() + " units held, "
                + (now.floor() == 0 ? "" : "floor " + now.floor() + ", ")
                + HumanFormat.count(now.waiters().size()) + " waiting"
                + (now.effectiveLimit() < now.limit() ? ", effective limit " + now.effectiveLimit() : "")
                + (now.isBelowFloor() ? ", below the floor" : "");
    }

    private static String row(Snapshot.Holder holder) {
        return String.format(
                        ROW,
                        holder.fence(),
                        HumanFormat.ranges(holder.slots()),
                        holder.units(),
                        pid(holder.owner()),
                        holder.since().map(HumanFormat::span).orElse("?"),
                        command(holder.owner()) + standing(holder.standing()))
                .stripTrailing();
    }

    private static String row(int place, Snapshot.Waiter waiter) {
        return String.format(
                        ROW,
                        place,
                        "",
                        waiter.units(),
                        pid(waiter.owner()),
                        HumanFormat.span(waiter.since()),
                        command(waiter.owner()))
                .stripTrailing();
    }

    private static String pid(Optional<Snapshot.Owner> owner) {
        return owner.map(process -> String.valueOf(process.pid())).orElse("?");
    }

    private static String command(Optional<Snapshot.Owner> owner) {
        return owner.map(process -> printable(process.command())
                        + process.host().map(host -> " on " + printable(host)).orElse("")
                        + life(process)
                        + stopped(process))
                .orElse("");
    }

    /** Replaces control characters: a command may contain any, and a terminal obeys them. */
    static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String life(Snapshot.Owner owner) {
        return switch (owner.life()) {
            case ALIVE -> "";
            case SILENT -> "  [silent]";
            case DEAD -> "  [crashed, about to be cleaned up]";
            case ORPHANED_CHILD ->
                "  [killed; its child " + owner.child().orElse(0) + " still runs and holds the units]";
        };
    }

    private static String stopped(Snapshot.Owner owner) {
        return owner.stopped() ? "  [stopped]" : "";
    }

    private static String standing(Snapshot.Standing standing) {
        return switch (standing) {
            case INSIDE -> "";
            case STARTING -> "  [not ready yet]";
            case LEAVING -> "  [waits to leave]";
            case STOPPING -> "  [stopping]";
            case ASKED -> "  [asked to leave]";
        };
    }
}
