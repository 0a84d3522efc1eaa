package io.github.camelsms.cli.doctor;

import java.util.List;

/**
 * What the doctor found about one open point.
 *
 * @param point   name of the open point
 * @param value   the truth in one word or number; empty unless found
 * @param text    a sentence for people
 * @param options options to set because of it
 */
record Finding(Point point, State state, String value, String text, List<Setting> options) {

    /** What the examination of a point resulted in. */
    enum State {
        /** The service showed it. */
        FOUND,
        /** The service did not show it. */
        NOT_FOUND,
        /** The step was not run. */
        SKIPPED,
        /** The service cannot be used as it is. */
        PROBLEM
    }

    /**
     * An option of the component.
     *
     * @param reason why to set it
     */
    record Setting(String name, String value, String reason) {
    }

    static Finding found(Point point, String value, String text, Setting... options) {
        return new Finding(point, State.FOUND, value, text, List.of(options));
    }

    static Finding notFound(Point point, String text, Setting... options) {
        return new Finding(point, State.NOT_FOUND, "", text, List.of(options));
    }

    static Finding skipped(Point point, String reason) {
        return new Finding(point, State.SKIPPED, "", reason, List.of());
    }

    static Finding problem(Point point, String value, String text) {
        return new Finding(point, State.PROBLEM, value, text, List.of());
    }
}
