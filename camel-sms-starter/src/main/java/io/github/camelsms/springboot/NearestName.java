package io.github.camelsms.springboot;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Search for the name that was probably meant: the one with the fewest changed, missing or additional letters.
 */
final class NearestName {

    private static final int MIN_WRONG_LETTERS = 2;
    private static final int RIGHT_LETTERS_PER_WRONG = 3;

    private NearestName() {
    }

    /**
     * Returns the nearest name.
     *
     * @param  letters letters of the misspelled name, in lower case
     * @return         the nearest name, or empty if no name is near
     */
    static Optional<String> of(String letters, List<String> names) {
        int maxDistance = Math.max(MIN_WRONG_LETTERS, letters.length() / (RIGHT_LETTERS_PER_WRONG + 1));
        return names.stream()
                .filter(name -> distance(letters, BindableProperties.letters(name)) <= maxDistance)
                .min(Comparator.comparingInt(name -> distance(letters, BindableProperties.letters(name))));
    }

    /** Returns the Levenshtein distance, computed row by row. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
