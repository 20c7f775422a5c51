package dev.turnstile.algorithm.tree;

import dev.turnstile.machine.Fields;
import dev.turnstile.machine.Timer;
import dev.turnstile.machine.Tokens;
import java.util.Set;

/**
 * The parameters that all processes of a tree share.
 *
 * @param nodes how many processes there are
 * @param l how many units there are
 * @param k the most units that one process asks for
 * @param counters M: how many values the controller's counter has, 2(n-1)(C_MAX+1)+1
 * @param stage how far the protocol is built up
 * @param rules which rules are kept
 */
record Protocol(int nodes, int l, int k, int counters, TreeStage stage, Set<Rule> rules) {
    static final int UNITS_MAX = 1 << 16;
    private static final int OTHERS_COUNTED = 2; // already one too many

    /** Returns M for n processes whose channels initially hold up to C_MAX arbitrary messages. */
    static int counters(int nodes, int channelMax) {
        return countersOf(2L * (nodes - 1), channelMax);
    }

    /** Returns M for this many channels that initially hold up to C_MAX arbitrary messages. */
    static int countersOf(long channels, int channelMax) {
        return Math.toIntExact(channels * (channelMax + 1) + 1);
    }

    /** Returns the timer of the root, which outlasts a round of the controller: twice over each edge. */
    Timer round() {
        return new Timer("round", Math.max(1, 2 * (nodes - 1)));
    }

    boolean has(TreeStage wanted) {
        return stage.has(wanted);
    }

    boolean has(Rule rule) {
        return rules.contains(rule);
    }

    /** Returns all tokens of a system that has as many as it should. */
    long tokens() {
        return Tokens.of(l, has(TreeStage.PUSHER) ? 1 : 0, has(TreeStage.PRIORITY) ? 1 : 0);
    }

    /** Adds to a count of resource tokens. It stops at l+1, which is already too many. */
    int countUnits(int count, int more) {
        return Math.min(count + more, l + 1);
    }

    /** Adds one to a count of other tokens. It stops at 2. */
    int countOthers(int count) {
        return Math.min(count + 1, OTHERS_COUNTED);
    }

    boolean fits(TreeMessage message) {
        return switch (message) {
            case TreeMessage.Beacon beacon -> false;
            case TreeMessage.ResT() -> true;
            case TreeMessage.PushT() -> has(TreeStage.PUSHER);
            case TreeMessage.PrioT() -> has(TreeStage.PRIORITY);
            case TreeMessage.Ctrl ctrl ->
                has(TreeStage.CONTROLLED)
                        && within(ctrl.counter(), counters - 1)
                        && within(ctrl.passed(), l + 1)
                        && within(ctrl.passedPriority(), OTHERS_COUNTED);
        };
    }

    private static boolean within(int value, int most) {
        return value >= 0 && value <= most;
    }

    @SuppressWarnings("EnumOrdinal") // every stage has one more kind of message
    TreeMessage message(Fields fields) {
        return switch (fields.range("type", 0, 0, stage.ordinal())) {
            case 0 -> new TreeMessage.ResT();
            case 1 -> new TreeMessage.PushT();
            case 2 -> new TreeMessage.PrioT();
            default ->
                new TreeMessage.Ctrl(
                        fields.range("counter", 0, 0, counters - 1),
                        fields.flag("reset", false),
                        fields.range("passed", 0, 0, l + 1),
                        fields.range("passedPriority", 0, 0, OTHERS_COUNTED));
        };
    }
}
