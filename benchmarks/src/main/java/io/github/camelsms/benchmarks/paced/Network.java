package io.github.camelsms.benchmarks.paced;

/**
 * The delays of a network, each way uniform and independent.
 */
enum Network {

    NEAR("10-30", "10-30", 0.97),
    FAR("50-150", "50-150", 0.92),
    DISTANT("200-400", "200-400", 0.85),
    /** The way there varies, which is what counts, and the way back does not tell how much. */
    UNEVEN("50-250", "50-50", 0.92);

    private final String there;
    private final String back;
    private final double goal;

    Network(String there, String back, double goal) {
        this.there = there;
        this.back = back;
        this.goal = goal;
    }

    /** Milliseconds of the way there, as the server takes them. */
    String there() {
        return there;
    }

    String back() {
        return back;
    }

    /** The share of the limit that is asked for, in the first minute too. */
    double goal() {
        return goal;
    }

    /** For people, in milliseconds. */
    String inWords() {
        if (there.equals(back)) {
            return there + " ms each way";
        }
        return there + " ms there, 50 ms back";
    }
}
