package io.github.camelsms.benchmarks.paced;

/**
 * Latency of a network, uniform and independent in each direction.
 */
enum Network {

    NEAR("10-30", "10-30", 0.97),
    FAR("50-150", "50-150", 0.92),
    DISTANT("200-400", "200-400", 0.85),
    /** Only the outbound latency varies, which is the one that matters, and the way back does not reveal it. */
    UNEVEN("50-250", "50-50", 0.92);

    private final String there;
    private final String back;
    private final double goal;

    Network(String there, String back, double goal) {
        this.there = there;
        this.back = back;
        this.goal = goal;
    }

    /** Returns the options of a service behind this network, which also counts messages sent twice. */
    String options() {
        return "--track-ids --there " + there + " --back " + back;
    }

    /** Returns the required share of the limit, also in the first minute. */
    double goal() {
        return goal;
    }

    /** Returns the latencies in milliseconds, for display. */
    String inWords() {
        if (there.equals(back)) {
            return there + " ms each way";
        }
        return there + " ms there, 50 ms back";
    }
}
