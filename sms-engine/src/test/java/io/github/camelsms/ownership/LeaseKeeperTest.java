package io.github.camelsms.ownership;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsOwner;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseKeeperTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final InMemoryMessageStore store = new InMemoryMessageStore(clock, LEASE, Duration.ofDays(1), true);
    private final Leases leases = new Leases();
    private final List<String> events = new ArrayList<>();
    private final List<String> releases = new ArrayList<>();
    private final LeaseKeeper first = keeper("first");
    private boolean isWanted = true;
    private CompletableFuture<Boolean> isReady = CompletableFuture.completedFuture(true);

    /** Leases of the store, whose calls can fail or never end. */
    private final class Leases implements AccountLeases {

        private final List<Runnable> late = new ArrayList<>();
        private int renewals;
        private boolean isLate;
        private boolean isDown;
        private boolean isStalled;

        private <T> CompletionStage<T> call(CompletionStage<T> result) {
            if (isLate) {
                CompletableFuture<T> later = new CompletableFuture<>();
                late.add(() -> result.thenAccept(later::complete));
                return later;
            }
            if (isStalled) {
                return new CompletableFuture<>();
            }
            return isDown ? CompletableFuture.failedFuture(new SmsStoreException("down", true, null)) : result;
        }

        @Override
        public CompletionStage<SmsLeaseResult> acquire(String account, String node) {
            return isDown || isStalled ? call(new CompletableFuture<>()) : call(store.leases().acquire(account, node));
        }

        @Override
        public CompletionStage<Boolean> renew(SmsLease lease) {
            renewals++;
            return isDown || isStalled ? call(new CompletableFuture<>()) : call(store.leases().renew(lease));
        }

        @Override
        public CompletionStage<Boolean> release(SmsLease lease) {
            return call(store.leases().release(lease));
        }

        @Override
        public CompletionStage<Boolean> save(SmsLease lease, SmsAccountState state) {
            return store.leases().save(lease, state);
        }

        @Override
        public CompletionStage<List<SmsOwner>> owners() {
            return store.leases().owners();
        }

        @Override
        public CompletionStage<List<String>> beat(String node, Duration timeToLive) {
            return store.leases().beat(node, timeToLive);
        }
    }

    private LeaseKeeper keeper(String node) {
        return new LeaseKeeper(leases, "account", node, clock, new LeaseListener() {
            @Override
            public void granted(SmsLeaseResult.Granted grant) {
                events.add(node + " granted " + grant.lease().epoch());
            }

            @Override
            public void held(String owner) {
                events.add(node + " held by " + owner);
            }

            @Override
            public void resumed() {
                events.add(node + " resumed");
            }

            @Override
            public void lost(String reason) {
                events.add(node + " lost");
            }

            @Override
            public void released(String reason) {
                releases.add(reason);
            }

            @Override
            public CompletionStage<Boolean> handOver() {
                return isReady;
            }
        }, () -> isWanted);
    }

    @Test
    void start_freeAccount_keepsTheLease() {
        first.start();
        clock.advance(Duration.ofMinutes(10));
        assertThat(events).containsExactly("first granted 1");
        assertThat(first.lease()).isNotNull();
    }

    @Test
    void close_duringHandOver_waitsForTheRelease() {
        first.start();
        leases.isLate = true;
        first.handOver("second");
        CompletionStage<Void> closed = first.close();
        assertThat(closed).isNotDone();
        leases.late.forEach(Runnable::run);
        assertThat(closed).isDone();
    }

    @Test
    void close_afterHandOver_endsAtOnce() {
        first.start();
        first.handOver("second");
        assertThat(first.close()).isDone();
    }

    @Test
    void handOver_leaseAcquiredAnewMeanwhile_keepsItAndResumes() {
        first.start();
        isReady = new CompletableFuture<>();
        first.handOver("second");
        first.lost(first.lease());
        assertThat(events).containsExactly("first granted 1", "first lost", "first granted 2");
        isReady.complete(true);
        assertThat(first.lease()).isNotNull();
        assertThat(events).endsWith("first granted 2", "first resumed");
    }

    @Test
    void close_acquisitionInProgress_releasesTheLease() {
        leases.isLate = true;
        first.start();
        CompletionStage<Void> closed = first.close();
        assertThat(closed).isNotDone();
        leases.isLate = false;
        leases.late.forEach(Runnable::run);
        assertThat(closed).isDone();
        keeper("second").start();
        assertThat(events).containsExactly("second granted 2");
    }

    @Test
    void close_acquisitionNeverResponds_isNotWaitedForAfterItWasGivenUp() {
        leases.isStalled = true;
        first.start();
        isWanted = false;
        clock.advance(Duration.ofSeconds(5));
        assertThat(first.close()).isDone();
    }

    @Test
    void acquire_responseIsLate_isAccepted() {
        leases.isLate = true;
        first.start();
        clock.advance(Duration.ofSeconds(6));
        assertThat(leases.late).as("attempts").hasSize(2);
        leases.late.get(0).run();
        assertThat(events).containsExactly("first granted 1");
        leases.late.get(1).run();
        assertThat(events).containsExactly("first granted 1", "first granted 2");
    }

    @Test
    void acquire_responsesInReverseOrder_keepsTheLastLease() {
        leases.isLate = true;
        first.start();
        clock.advance(Duration.ofSeconds(6));
        leases.late.get(1).run();
        leases.late.get(0).run();
        leases.isLate = false;
        clock.advance(Duration.ofMinutes(2));

        assertThat(events).containsExactly("first granted 2");
        assertThat(first.lease()).isNotNull();
    }

    @Test
    void renew_responseForAFormerLease_keepsTheLaterOne() {
        leases.isLate = true;
        first.start();
        clock.advance(Duration.ofSeconds(6));
        leases.late.get(0).run();
        clock.advance(Duration.ofSeconds(4));
        assertThat(leases.renewals).isOne();
        Runnable refusal = leases.late.get(2);
        leases.late.get(1).run();
        leases.isLate = false;
        refusal.run();
        clock.advance(Duration.ofMinutes(2));

        assertThat(events).containsExactly("first granted 1", "first granted 2");
        assertThat(first.lease()).isNotNull();
    }

    @Test
    void renewed_byCallsOfTheEngine_needsNoOtherCallUntilTheyEnd() {
        first.start();
        for (int second = 0; second < 60; second++) {
            clock.advance(Duration.ofSeconds(1));
            first.renewed(first.lease(), first.now());
        }
        assertThat(leases.renewals).isZero();
        clock.advance(LEASE.dividedBy(3));
        assertThat(leases.renewals).isOne();
        clock.advance(Duration.ofMinutes(1));
        assertThat(events).containsExactly("first granted 1");
    }

    @Test
    void start_accountOfAnotherNode_takesOverAfterItsRelease() {
        first.start();
        LeaseKeeper second = keeper("second");
        second.start();
        clock.advance(Duration.ofSeconds(20));
        assertThat(second.lease()).isNull();
        first.close();
        clock.advance(Duration.ofSeconds(6));
        assertThat(events).contains("second held by first").endsWith("second granted 2");
    }

    @Test
    void lease_storeUnavailable_expiresLocallyBeforeItExpiresInTheStore() {
        first.start();
        leases.isDown = true;
        clock.advance(LEASE.minusNanos(1));
        assertThat(first.lease()).isNotNull();
        clock.advance(Duration.ofNanos(1));
        assertThat(first.lease()).isNull();
        clock.advance(Duration.ofSeconds(2));
        assertThat(events).containsExactly("first granted 1", "first lost");
        leases.isDown = false;
        clock.advance(Duration.ofSeconds(5));
        assertThat(events).containsExactly("first granted 1", "first lost", "first granted 2");
    }

    @Test
    void lease_storeNeverResponds_isAcquiredAgainLater() {
        first.start();
        leases.isStalled = true;
        clock.advance(Duration.ofMinutes(2));
        assertThat(first.lease()).isNull();
        leases.isStalled = false;
        clock.advance(LEASE);
        assertThat(first.lease()).isNotNull();
        assertThat(events).containsExactly("first granted 1", "first lost", "first granted 2");
    }

    @Test
    void lease_takenOverByAnotherNode_isLost() {
        first.start();
        leases.isDown = true;
        clock.advance(LEASE);
        leases.isDown = false;
        keeper("second").start();
        clock.advance(Duration.ofSeconds(3));
        assertThat(first.lease()).isNull();
        assertThat(events).containsSubsequence("first granted 1", "first lost").contains("second granted 2");
    }

    @Test
    void lease_machineWasSuspended_isNotHeldWithoutLookingAtTheStore() {
        first.start();
        clock.suspend(LEASE);
        keeper("second").start();

        assertThat(first.lease()).isNull();
        assertThat(first.coversRequest(REQUEST_TIMEOUT)).isFalse();
        clock.advanceMillis(1);
        assertThat(events).containsExactly("first granted 1", "second granted 2", "first lost", "first held by second");
    }

    @Test
    void coversRequest_machineWasSuspendedForMostOfTheLease_isFalse() {
        first.start();
        clock.suspend(LEASE.minus(REQUEST_TIMEOUT));
        assertThat(first.coversRequest(REQUEST_TIMEOUT)).isFalse();
    }

    @Test
    void lease_wallClockJumpsForward_isRenewedOnceAndKept() {
        first.start();
        clock.suspend(Duration.ofDays(1));
        assertThat(first.lease()).isNull();
        clock.advanceMillis(1);

        assertThat(first.lease()).isNotNull();
        assertThat(leases.renewals).isOne();
        clock.advance(Duration.ofMinutes(1));
        assertThat(events).containsExactly("first granted 1", "first resumed");
    }

    @Test
    void lease_wallClockJumpsBack_isKept() {
        first.start();
        clock.advance(LEASE.dividedBy(6));
        clock.suspend(Duration.ofDays(-1));
        assertThat(first.coversRequest(REQUEST_TIMEOUT)).isTrue();
        clock.advance(Duration.ofMinutes(1));
        assertThat(events).containsExactly("first granted 1");
    }

    @Test
    void renew_machineWasSuspendedDuringTheCall_countsFromItsBeginning() {
        first.start();
        leases.isLate = true;
        clock.advance(LEASE.dividedBy(3));
        clock.suspend(LEASE);
        leases.late.get(0).run();
        assertThat(first.lease()).isNull();
    }

    @Test
    void coversRequest_beforeTheNextRenewal_isTrueUntilTooLittleTimeIsLeft() {
        first.start();
        assertThat(first.coversRequest(REQUEST_TIMEOUT)).isTrue();
        leases.isDown = true;
        clock.advance(LEASE.minus(REQUEST_TIMEOUT).minusNanos(1));
        assertThat(first.coversRequest(REQUEST_TIMEOUT)).isTrue();
        clock.advance(Duration.ofNanos(1));
        assertThat(first.coversRequest(REQUEST_TIMEOUT)).isFalse();
    }

    @Test
    void coversRequest_timeoutOfAFullLease_needsHalfOfIt() {
        first.start();
        assertThat(first.coversRequest(LEASE)).isTrue();
        leases.isDown = true;
        clock.advance(LEASE.dividedBy(2));
        assertThat(first.coversRequest(LEASE)).isFalse();
    }

    @Test
    void close_heldLease_isReleasedAndNeverAcquiredAgain() {
        first.start();
        assertThat(first.close().toCompletableFuture()).isDone();
        clock.advance(Duration.ofMinutes(1));
        assertThat(first.lease()).isNull();
        assertThat(events).containsExactly("first granted 1");
        assertThat(clock.pendingAlarms()).isZero();
    }

    /** The response is older than the lease that was acquired and released since then. */
    @Test
    void handOver_releaseRespondsAfterALaterLease_isNotReported() {
        first.start();
        leases.isLate = true;
        first.handOver("second");
        clock.advance(Duration.ofSeconds(6));
        leases.late.get(1).run();
        first.close();
        leases.late.get(0).run();
        assertThat(events).containsExactly("first granted 1", "first granted 2");
        assertThat(releases).isEmpty();
    }

    @Test
    void lost_afterClose_isNotReported() {
        first.start();
        SmsLease lease = first.lease();
        first.close();
        first.lost(lease);
        assertThat(events).containsExactly("first granted 1");
    }
}
