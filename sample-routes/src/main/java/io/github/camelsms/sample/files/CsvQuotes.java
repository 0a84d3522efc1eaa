package io.github.camelsms.sample.files;

/**
 * Follows the quotes of a CSV record character by character (RFC 4180): is a quoted field open, and did one end where
 * no field can end?
 */
class CsvQuotes {

    private enum Place {
        FIELD_START,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTED,
        WRONG
    }

    private Place place = Place.FIELD_START;

    void read(String text) {
        for (int i = 0; i < text.length(); i++) {
            place = after(place, text.charAt(i));
        }
    }

    boolean open() {
        return place == Place.QUOTED;
    }

    boolean wrong() {
        return place == Place.WRONG;
    }

    private static Place after(Place place, char c) {
        return switch (place) {
            case FIELD_START -> c == '"' ? Place.QUOTED : plain(c);
            case PLAIN -> plain(c);
            case QUOTED -> c == '"' ? Place.QUOTE_IN_QUOTED : Place.QUOTED;
            case QUOTE_IN_QUOTED -> c == '"' ? Place.QUOTED : c == ',' ? Place.FIELD_START : Place.WRONG;
            case WRONG -> Place.WRONG;
        };
    }

    private static Place plain(char c) {
        return c == ',' ? Place.FIELD_START : Place.PLAIN;
    }
}
