package dev.turnstile.algorithm;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which name was meant by one that does not exist, ignoring case. */
final class Spelling {
    private Spelling() {}

    /** Returns the name most similar to the typed one, or empty if none is near. */
    static Optional<String> nearest(String typed, Collection<String> names) {
        return names.stream()
                .filter(name -> isNear(typed, name))
                .min(Comparator.comparingDouble(
                        name -> (double) distance(typed, name) / Math.max(typed.length(), name.length())));
    }

    /** Returns whether the name, or a part of it that follows a hyphen, is similar to the typed one. */
    private static boolean isNear(String typed, String name) {
        int hyphen = name.indexOf('-');
        return isLike(typed, name) || (hyphen >= 0 && isNear(typed, name.substring(hyphen + 1)));
    }

    /**
     * Returns whether at most a third of the longer word would have to change, or at most a third of what was typed to
     * make it the beginning of the name.
     */
    private static boolean isLike(String typed, String name) {
        int longer = Math.max(typed.length(), name.length());
        int distance = distance(typed, name);
        return !typed.isEmpty()
                && ((distance <= Math.max(1, longer / 3) && distance < longer)
                        || distanceToBeginning(typed, name) <= typed.length() / 3);
    }

    /** Returns the smallest number of insertions, deletions, changes, and swaps of neighbours. */
    static int distance(String from, String to) {
        return distances(from, to)[to.length()];
    }

    private static int distanceToBeginning(String from, String to) {
        return Arrays.stream(distances(from, to)).min().orElseThrow();
    }

    /**
     * Returns the distances to all prefixes of {@code to}, from the empty one to the whole: Damerau and Levenshtein's,
     * row by row.
     */
    private static int[] distances(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[] beforeLast = {};
        int[] last = new int[b.length() + 1];
        Arrays.setAll(last, column -> column);
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(last[j], row[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], 1 + beforeLast[j - 2]);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last;
    }
}
