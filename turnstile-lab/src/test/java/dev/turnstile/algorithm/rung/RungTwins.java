package dev.turnstile.algorithm.rung;

import dev.turnstile.machine.Process;
import dev.turnstile.machine.ProcessSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rung algorithms with one mistake each, for the checker to catch. */
public final class RungTwins {
    private RungTwins() {}

    /** Whoever counts n-s others goes on, not n-s-1. */
    public static ProcessSystem oneTooMany(int n, int k) {
        return new Ladder(n, k, s -> n - s) {};
    }

    /** The count is not set back to 0 when a check is repeated: count := 0 before the label L, not behind it. */
    public static ProcessSystem countKept(int n, int k) {
        return new Excl(n, k) {
            @Override
            public Process process(int index) {
                return new Climber(index, 2 * n, ladder(index)) { // the count needs more room
                    @Override
                    void startCheck() {
                        int kept = count;
                        super.startCheck();
                        count = Math.min(kept, n - 1);
                    }
                };
            }
        };
    }

    /** One who gives up with its level set does not sign turn. */
    public static ProcessSystem givesUpUnsigned(int n, int k) {
        return new Excl(n, k) {
            @Override
            public Process process(int index) {
                return new Climber(index, n, ladder(index)) {
                    @Override
                    void giveUpUnsigned() {
                        giveUp(At.LEAVING);
                    }
                };
            }
        };
    }

    /**
     * GTEX as the paper prints it, for a general n: k rungs with the threshold 2k-q-1 at every node, also at the
     * leaves.
     */
    public static ProcessSystem asPrinted(int n, int k) {
        return new Gtex(n, k) {
            @Override
            Rung[] ladder(int i) {
                List<Rung> printed = new ArrayList<>();
                Rung[] rungs = super.ladder(i);
                int q = 0;
                for (int at = 0; at < rungs.length; at++) {
                    boolean newNode =
                            at == 0 || rungs[at].from() != rungs[at - 1].from() || rungs[at].to() != rungs[at - 1].to();
                    q = newNode ? 1 : q + 1;
                    if (q <= k) {
                        Rung rung = rungs[at];
                        printed.add(new Rung(rung.level(), rung.turn(), rung.from(), rung.to(), 2 * k - q - 1));
                    }
                }
                return printed.toArray(Rung[]::new);
            }
        };
    }

    /** gcheck as printed: turn(p,q), one variable for all nodes of a depth. */
    public static ProcessSystem turnPerDepth(int n, int k) {
        return new Gtex(n, k) {
            @Override
            Rung[] ladder(int i) {
                Rung[] first = super.ladder(0); // the leftmost node of each depth lends its turns to the others
                Rung[] own = super.ladder(i);
                Rung[] shared = new Rung[own.length];
                Arrays.setAll(
                        shared,
                        at -> new Rung(
                                own[at].level(), first[at].turn(), own[at].from(), own[at].to(), own[at].most()));
                return shared;
            }

            @Override
            List<Turn> turns() {
                return super.turns().stream()
                        .map(turn -> new Turn(turn.name(), 0, n))
                        .toList();
            }
        };
    }
}
