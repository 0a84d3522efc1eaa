package io.github.camelsms.cli.doctor;

import java.util.Locale;

/** What the doctor examines. */
enum Point {
    REACHABILITY("Reachability"),
    TLS("TLS"),
    CREDENTIALS("Credentials"),
    WRONG_CREDENTIALS("Response without credentials"),
    NO_STATUSES("Response without statuses"),
    SEND_RESPONSE("Response to a message"),
    STATUS_ENVELOPE("Envelope of statuses"),
    STATUS_BY_DATE_LAG("Statuses by date appear after"),
    DATE("Meaning of date"),
    ZONE("Zone of date"),
    NEXT_LINK("Link to the next page"),
    RESULT_ORDER("Order of results"),
    TOO_MANY_REQUESTS("Response to a throttled request"),
    POLLS_SHARE_LIMIT("Limit of polls"),
    QUERIES_SHARE_LIMIT("Limit of queries by date"),
    THROTTLED_COUNT("Throttled requests count"),
    LARGEST_REQUEST("Largest request"),
    SCHEDULED_DATE("scheduledDate");

    private final String title;

    Point(String title) {
        this.title = title;
    }

    /** Returns the words for people. */
    String title() {
        return title;
    }

    /** Returns the name in JSON, such as {@code next-link}. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
