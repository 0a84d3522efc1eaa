package io.github.camelsms.springboot;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the name that somebody most likely meant: the one with the fewest changed, missing or additional letters.
 */
final class NearestName {

    private static final int FEWEST_LETTERS_WRONG = 2;
    private static final int RIGHT_LETTERS_FOR_ONE_WRONG = 3;

    private NearestName() {
    }

    /**
     * @param  letters what was written, in lower case
     * @return         empty if no name is near
     */
    static Optional<String> of(String letters, List<String> names) {
        int most = Math.max(FEWEST_LETTERS_WRONG, letters.length() / (RIGHT_LETTERS_FOR_ONE_WRONG + 1));
        return names.stream()
                .filter(name -> distance(letters, BindableProperties.letters(name)) <= most)
                .min(Comparator.comparingInt(name -> distance(letters, BindableProperties.letters(name))));
    }

    /** Levenshtein's distance, row by row. */
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
