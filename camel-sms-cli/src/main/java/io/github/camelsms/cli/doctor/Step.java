package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** A step of an examination, which finds out about some points. */
interface Step {

    /** Returns the points that it examines. */
    List<Point> points();

    /** Returns what it spends with these settings. */
    Cost cost(DoctorSettings settings);

    /** Returns what it does, in a sentence or more, before it is run. */
    String plan(Examination examination);

    /** Returns why it cannot be run, or null. */
    default @Nullable String obstacle(Examination examination) {
        return null;
    }

    /**
     * Examines the points.
     *
     * @throws IOException if a file cannot be written
     */
    List<Finding> run(Examination examination) throws IOException, InterruptedException;
}
