package io.github.camelsms.sample.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Search for the names that were probably meant: those with the fewest changed, missing or additional characters.
 */
final class NearestNames {

    private static final int MIN_NEAR_CHANGES = 2;
    private static final int CHARACTERS_PER_CHANGE = 8;
    private static final int MAX_SHOWN = 3;

    private NearestNames() {
    }

    /**
     * Returns a sentence for operators with the name that was probably meant, or with the nearest ones.
     *
     * @param names at least one
     */
    static String to(String written, Collection<String> names) {
        List<String> nearest = names.stream().sorted(Comparator.comparingInt(name -> changes(written, name)))
                .limit(MAX_SHOWN).toList();
        int near = Math.max(MIN_NEAR_CHANGES, written.length() / CHARACTERS_PER_CHANGE);
        return changes(written, nearest.get(0)) <= near
                ? "did you mean " + nearest.get(0) + "?" : "the nearest are " + String.join(", ", nearest) + ".";
    }

    private static int changes(String from, String to) {
        return LevenshteinDistance.getDefaultInstance().apply(from.toLowerCase(Locale.ROOT), to.toLowerCase(Locale.ROOT));
    }
}
