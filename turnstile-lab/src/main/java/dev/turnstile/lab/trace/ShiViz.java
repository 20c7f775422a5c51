package dev.turnstile.lab.trace;

import java.util.StringJoiner;

/**
 * A run as a log for ShiViz, with vector clocks. Each move takes two lines, which ShiViz's default expression
 * {@code (?<host>\S*) (?<clock>{.*})\n(?<event>.*)} parses.
 */
public record ShiViz(Run run) {
    /** Returns the log. */
    public String log() {
        int[][] clocks = run.clocks();
        StringBuilder log = new StringBuilder();
        for (int at = 0; at < clocks.length; at++) {
            Run.Happening one = run.happenings().get(at);
            String region = one.after() == one.before() ? "" : " -> " + one.after();
            log.append("p")
                    .append(one.process())
                    .append(' ')
                    .append(clock(clocks[at]))
                    .append('\n');
            log.append(one.deed()).append(region).append('\n');
        }
        return log.toString();
    }

    private static String clock(int[] clock) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < clock.length; i++) {
            if (clock[i] > 0) {
                text.add("\"p" + i + "\":" + clock[i]);
            }
        }
        return text.toString();
    }
}
