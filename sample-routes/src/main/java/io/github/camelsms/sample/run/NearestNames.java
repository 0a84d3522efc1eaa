package io.github.camelsms.sample.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Finds the names that somebody most likely meant: those with the fewest changed, missing or additional characters.
 */
final class NearestNames {

    private static final int MIN_CHANGES_OF_A_NEAR_NAME = 2;
    private static final int CHARACTERS_PER_CHANGE = 8;
    private static final int MAX_SHOWN = 3;

    private NearestNames() {
    }

    /**
     * Returns a sentence for a person: the name that was probably meant, or else the nearest ones.
     *
     * @param names at least one
     */
    static String to(String written, Collection<String> names) {
        List<String> nearest = names.stream().sorted(Comparator.comparingInt(name -> changes(written, name)))
                .limit(MAX_SHOWN).toList();
        int near = Math.max(MIN_CHANGES_OF_A_NEAR_NAME, written.length() / CHARACTERS_PER_CHANGE);
        return changes(written, nearest.get(0)) <= near
                ? "did you mean " + nearest.get(0) + "?" : "the nearest are " + String.join(", ", nearest) + ".";
    }

    /** Levenshtein's distance, without regard to case. */
    private static int changes(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
