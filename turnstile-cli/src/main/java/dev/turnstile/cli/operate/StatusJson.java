package dev.turnstile.cli.operate;

import dev.turnstile.Operator;
import dev.turnstile.Snapshot;
import dev.turnstile.cli.render.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The state of turnstiles, for programs. */
final class StatusJson {
    private StatusJson() {}

    static String of(StatusCommand.Found found) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(
                found.where().isStore() ? "store" : "folder",
                found.where().operator().where());
        members.put("turnstiles", found.usable().stream().map(StatusJson::of).toList());
        members.put(
                "unusable",
                found.unusable().entrySet().stream()
                        .map(each -> Map.of("name", each.getKey(), "problem", each.getValue()))
                        .toList());
        members.put("leftovers", leftovers(found.leftovers()));
        found.sessions().ifPresent(sessions -> {
            sessions.putLiving(members);
            sessions.putKilled(members);
        });
        return Json.of(members);
    }

    private static Map<String, Object> of(Snapshot now) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", now.name());
        members.put("algorithm", now.algorithm());
        members.put("floor", now.floor());
        members.put("limit", now.limit());
        members.put("effectiveLimit", now.effectiveLimit());
        members.put("held", now.held());
        members.put("belowFloor", now.isBelowFloor());
        members.put("holders", now.holders().stream().map(StatusJson::of).toList());
        members.put("waiters", waiters(now.waiters()));
        return members;
    }

    private static Map<String, Object> of(Snapshot.Holder holder) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("holder", holder.fence());
        members.put("slot", holder.slot());
        members.put("slots", holder.slots());
        members.put("units", holder.units());
        members.put("standing", lowerCase(holder.standing()));
        members.put("seconds", holder.since().map(StatusJson::seconds).orElse(null));
        putOwner(members, holder.owner());
        return members;
    }

    private static List<Map<String, Object>> waiters(List<Snapshot.Waiter> waiters) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Snapshot.Waiter waiter : waiters) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("place", list.size() + 1);
            members.put("units", waiter.units());
            members.put("seconds", seconds(waiter.since()));
            putOwner(members, waiter.owner());
            list.add(members);
        }
        return list;
    }

    /** Returns a process that has a turnstile open. */
    static Map<String, Object> of(Snapshot.Owner owner) {
        Map<String, Object> members = new LinkedHashMap<>();
        putOwner(members, Optional.of(owner));
        return members;
    }

    private static void putOwner(Map<String, Object> members, Optional<Snapshot.Owner> owner) {
        OptionalLong child = owner.map(Snapshot.Owner::child).orElse(OptionalLong.empty());
        members.put("pid", owner.map(Snapshot.Owner::pid).orElse(null));
        members.put("command", owner.map(Snapshot.Owner::command).orElse(null));
        members.put("host", owner.flatMap(Snapshot.Owner::host).orElse(null));
        members.put("life", owner.map(process -> lowerCase(process.life())).orElse(null));
        members.put("stopped", owner.map(Snapshot.Owner::stopped).orElse(null));
        members.put("child", child.isPresent() ? child.getAsLong() : null);
    }

    static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }

    static List<Map<String, Object>> leftovers(List<Operator.Leftover> leftovers) {
        return leftovers.stream()
                .map(left -> Map.<String, Object>of("file", left.file().toString(), "isUsed", left.isUsed()))
                .toList();
    }
}
