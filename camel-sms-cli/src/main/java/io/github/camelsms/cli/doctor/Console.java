package io.github.camelsms.cli.doctor;

/** The person who runs the doctor. */
interface Console {

    /** Prints a line, or several. */
    void say(String text);

    /** Returns whether the person agrees. */
    boolean ask(String question) throws InterruptedException;
}
