package io.github.camelsms.dispatch;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ArrivalsTest {

    private final Arrivals arrivals = new Arrivals();

    @Test
    void add_noPromisedRun_requestsARun() {
        assertThat(arrivals.add(dueAt(5))).isTrue();
    }

    @Test
    void add_dueAfterTheNextRun_waitsForIt() {
        arrivals.promise(5);
        assertThat(arrivals.add(dueAt(5))).isFalse();
        assertThat(arrivals.add(dueAt(4))).isTrue();
    }

    @Test
    void promise_laterThanAMessageReliesOn_returnsTrue() {
        arrivals.promise(5);
        arrivals.add(dueAt(6));
        assertThat(arrivals.promise(5)).isFalse();
        assertThat(arrivals.promise(4)).isFalse();
        assertThat(arrivals.promise(Arrivals.RUNS_ON_REQUEST)).isTrue();
    }

    @Test
    void count_messagesTaken_includesThemUntilTheyAreCounted() {
        Entry first = dueAt(5);
        arrivals.add(first);
        arrivals.add(dueAt(6));
        assertThat(arrivals.poll()).isSameAs(first);
        assertThat(arrivals.count()).isEqualTo(2);
        arrivals.included();
        assertThat(arrivals.count()).isEqualTo(1);
    }

    private static Entry dueAt(long nanos) {
        Submission single = new Submission(null, DispatcherFixture.options(nanos), new RecordingSink());
        return new Entry(DispatcherFixture.message("a"), single, 0, 0);
    }
}
