package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BatchLimitTest {

    private static final int FULL = 200;

    private final BatchLimit limit = new BatchLimit();

    @Test
    void of_nothingFailed_isTheBatchSize() {
        limit.served(FULL);
        assertThat(limit.of(FULL)).isEqualTo(FULL);
    }

    @Test
    void tooLarge_repeatedly_halvesUntilOneMessage() {
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            sizes.add(limit.of(FULL));
            limit.tooLarge(limit.of(FULL));
        }
        assertThat(sizes).containsExactly(200, 100, 50, 25, 12, 6, 3, 1);
    }

    /** Several requests in flight may fail for the same reason. */
    @Test
    void failed_severalRequestsOfOneSize_halvesOnce() {
        limit.failed(FULL);
        limit.failed(FULL);
        limit.failed(FULL);
        assertThat(limit.of(FULL)).isEqualTo(100);
    }

    @Test
    void served_afterASingleFailure_isFullAgainAfterAFewRequests() {
        limit.served(FULL);
        limit.failed(FULL);
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sizes.add(limit.of(FULL));
            limit.served(limit.of(FULL));
        }
        assertThat(sizes).containsExactly(100, 100, 150, 150, 200);
        assertThat(limit.of(FULL)).isEqualTo(FULL);
    }

    @ParameterizedTest
    @ValueSource(ints = { 2, 3, 5, 7, 10, 11, 60, 200 })
    void served_afterFailuresDownToOneMessage_growsToFullRequests(int batchSize) {
        while (limit.of(batchSize) > 1) {
            limit.failed(limit.of(batchSize));
        }
        for (int i = 0; i < 40 && limit.of(batchSize) < batchSize; i++) {
            limit.served(limit.of(batchSize));
        }
        assertThat(limit.of(batchSize)).isEqualTo(batchSize);
    }

    @Test
    void served_smallerRequests_proveNothing() {
        limit.failed(FULL);
        for (int i = 0; i < 100; i++) {
            limit.served(99);
        }
        assertThat(limit.of(FULL)).isEqualTo(100);
    }

    /** The probe of one message proves only one message. */
    @Test
    void served_probeAfterFailuresOfLargeRequests_staysBelowTheSizeThatFailed() {
        limit.failed(200);
        limit.failed(100);
        limit.failed(50);
        limit.served(1);
        assertThat(limit.of(FULL)).isEqualTo(25);
    }

    @Test
    void failed_probeOfOneMessage_forgetsSizesThatFailedBefore() {
        limit.failed(200);
        limit.failed(100);
        limit.failed(50);
        limit.failed(1);
        assertThat(limit.of(FULL)).isEqualTo(FULL);
    }

    @Test
    void failed_probeOfOneMessage_keepsTheLimitLearnedBefore() {
        limit.tooLarge(200);
        limit.served(100);
        limit.failed(100);
        limit.failed(1);
        assertThat(limit.of(FULL)).isEqualTo(100);
    }

    /** An account that sends a few messages at a time must not start a campaign with small requests. */
    @Test
    void failed_onceWithASizeThatSucceededBefore_keepsTheLimit() {
        limit.served(FULL);
        limit.failed(3);
        assertThat(limit.of(FULL)).isEqualTo(FULL);
        limit.failed(120);
        assertThat(limit.of(FULL)).isEqualTo(60);
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 7, 30, 99, 100, 120, 151, 199 })
    void served_limitOfTheService_triesLargerRequestsLessAndLess(int max) {
        int rejected = 0;
        int rejectedLater = 0;
        long sent = 0;
        int requests = 20_000;
        for (int i = 0; i < requests; i++) {
            int size = limit.of(FULL);
            if (size <= max) {
                sent += size;
                limit.served(size);
            } else {
                rejected++;
                rejectedLater += i > requests / 2 ? 1 : 0;
                limit.tooLarge(size);
            }
        }
        assertThat(rejected).isLessThan(16);
        assertThat(rejectedLater).isLessThanOrEqualTo(2);
        assertThat(sent).isGreaterThan(requests * (long) max * 6 / 10);
    }

    @Test
    void forbidden_manyMessages_isProbedWithOne() {
        limit.forbidden(FULL);
        assertThat(limit.of(FULL)).isEqualTo(1);
        limit.served(1);
        assertThat(limit.of(FULL)).isEqualTo(100);
    }

    @Test
    void forbidden_oneMessage_isNotForItsSize() {
        limit.forbidden(FULL);
        limit.forbidden(1);
        assertThat(limit.of(FULL)).isEqualTo(FULL);
    }
}
