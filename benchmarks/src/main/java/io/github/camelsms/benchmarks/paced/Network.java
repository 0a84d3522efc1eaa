package io.github.camelsms.benchmarks.paced;

/**
 * The delays of a network, each way uniform and independent.
 */
enum Network {

    NEAR("10-30", "10-30"),
    FAR("50-150", "50-150"),
    /** The way there varies, which is what counts, and the way back does not tell how much. */
    UNEVEN("50-250", "50-50");

    private final String there;
    private final String back;

    Network(String there, String back) {
        this.there = there;
        this.back = back;
    }

    /** Milliseconds of the way there, as the server takes them. */
    String there() {
        return there;
    }

    String back() {
        return back;
    }

    /** For people, in milliseconds. */
    String inWords() {
        if (there.equals(back)) {
            return there + " ms each way";
        }
        return there + " ms there, 50 ms back";
    }
}
