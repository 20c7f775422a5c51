package dev.turnstile.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the name that somebody who mistyped may have meant. Names are in lower case. */
final class Nearest {
    private Nearest() {}

    static String to(String typed, List<String> names) {
        String lowerCase = typed.toLowerCase(Locale.ROOT);
        return names.stream()
                .min(Comparator.comparingDouble(name -> difference(lowerCase, name)))
                .orElseThrow();
    }

    /** The part that has to change, 0 to 1; so that a short name is not near to everything. */
    private static double difference(String typed, String name) {
        return (double) distance(typed, name) / Math.max(typed.length(), name.length());
    }

    /** Levenshtein's: the fewest characters to insert, delete or change. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int column = 0; column <= to.length(); column++) {
            row[column] = column;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
