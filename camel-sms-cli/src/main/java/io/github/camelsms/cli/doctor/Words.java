package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.util.Locale;

/** Numbers and durations as words. */
final class Words {

    private Words() {
    }

    /** Returns whole seconds or minutes, such as {@code 90 s} or {@code 5 min}. */
    static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds >= 120 && seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
    }

    /** Returns bytes as KiB if they are a multiple of it. */
    static String bytes(int bytes) {
        return bytes % 1024 == 0 ? String.format(Locale.ROOT, "%d KiB", bytes / 1024) : bytes + " bytes";
    }

    /** Returns a number with only its last four digits. */
    static String masked(String number) {
        return "*" + number.substring(Math.max(0, number.length() - 4));
    }
}
