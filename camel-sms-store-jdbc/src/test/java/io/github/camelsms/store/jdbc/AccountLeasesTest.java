package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsOwner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for leases, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class AccountLeasesTest extends MessageStoreContract {

    @Test
    void acquire_newAccount_isGrantedWithoutPredecessorState() {
        SmsLeaseResult.Granted granted = granted("node-1");

        assertThat(granted.lease()).isEqualTo(new SmsLease(ACCOUNT, "node-1", granted.lease().epoch(), LEASE));
        assertThat(granted.lease().epoch()).isPositive();
        assertThat(granted.state()).isEqualTo(SmsAccountState.NEW);
        assertThat(granted.predecessor()).isNull();
    }

    @Test
    void acquire_heldByAnotherNode_isRefusedUntilTheLeaseExpires() {
        SmsLease first = lease();

        assertThat(await(store.leases().acquire(ACCOUNT, "node-2"))).isInstanceOfSatisfying(SmsLeaseResult.Held.class, held -> {
            assertThat(held.owner()).isEqualTo("node-1");
            assertThat(held.remaining()).isEqualTo(LEASE);
        });
        advance(LEASE.plus(A_MOMENT));
        SmsLeaseResult.Granted granted = granted("node-2");
        assertThat(granted.lease().epoch()).isGreaterThan(first.epoch());
        assertThat(granted.predecessor()).isEqualTo("node-1");
    }

    @Test
    void acquire_releasedAccount_isGrantedImmediatelyWithoutPredecessor() {
        assertThat(await(store.leases().release(lease()))).isTrue();

        assertThat(granted("node-2").predecessor()).isNull();
    }

    @Test
    void acquire_ownAccountAgain_incrementsTheEpochAndFencesTheFirst() {
        SmsLease first = lease();
        SmsLeaseResult.Granted again = granted("node-1");
        SmsLease second = again.lease();

        assertThat(again.predecessor()).isEqualTo("node-1");
        assertThat(second.epoch()).isGreaterThan(first.epoch());
        assertThat(await(store.leases().renew(first))).isFalse();
        assertThat(await(store.leases().renew(second))).isTrue();
    }

    @Test
    void renew_expiredLeaseNotTakenOver_extendsIt() {
        SmsLease lease = lease();
        advance(LEASE.plus(A_MOMENT));

        assertThat(await(store.leases().renew(lease))).isTrue();
        assertThat(await(store.leases().acquire(ACCOUNT, "node-2"))).isInstanceOf(SmsLeaseResult.Held.class);
    }

    @Test
    void release_byAFormerOwner_changesNothing() {
        SmsLease former = lease();
        advance(LEASE.plus(A_MOMENT));
        granted("node-2");

        assertThat(await(store.leases().release(former))).isFalse();
        assertThat(await(store.leases().acquire(ACCOUNT, "node-3"))).isInstanceOf(SmsLeaseResult.Held.class);
    }

    @Test
    void save_byTheOwner_isReturnedToTheNextOwner() {
        SmsLease lease = lease();
        SmsAccountState state = new SmsAccountState("pace 1.0", Duration.ofSeconds(20), 401, "refused");
        assertThat(await(store.leases().save(lease, state))).isTrue();
        await(store.leases().release(lease));
        advance(Duration.ofSeconds(5));

        SmsAccountState loaded = granted("node-2").state();

        assertThat(loaded.pace()).isEqualTo("pace 1.0");
        assertThat(loaded.hold()).isEqualTo(Duration.ofSeconds(15));
        assertThat(loaded.haltCode()).isEqualTo(401);
        assertThat(loaded.haltReason()).isEqualTo("refused");
        assertThat(await(store.leases().save(lease, SmsAccountState.NEW))).isFalse();
        assertThat(granted("node-2").state().pace()).isEqualTo("pace 1.0");
    }

    @Test
    void acquire_clockWentBack_holdsNoLongerThanSaved() {
        SmsLease lease = lease();
        await(store.leases().save(lease, new SmsAccountState(null, Duration.ofSeconds(20), null, null)));
        await(store.leases().release(lease));

        advance(Duration.ofHours(-3));

        assertThat(granted("node-2").state().hold()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void acquire_clockWentBack_leaseOfADeadOwnerExpires() {
        lease();
        advance(Duration.ofHours(-1));

        assertThat(await(store.leases().acquire(ACCOUNT, "node-2"))).isEqualTo(new SmsLeaseResult.Held("node-1", LEASE));
        advance(LEASE.plus(A_MOMENT));

        assertThat(granted("node-2").predecessor()).isEqualTo("node-1");
    }

    @Test
    void owners_severalLeases_returnsThoseNotReleased() {
        lease();
        SmsLease other = ((SmsLeaseResult.Granted) await(store.leases().acquire("other", "node-2"))).lease();
        await(store.leases().release(other));

        assertThat(await(store.leases().owners())).singleElement().satisfies(owner -> {
            assertThat(owner.account()).isEqualTo(ACCOUNT);
            assertThat(owner.node()).isEqualTo("node-1");
            assertThat(Duration.between(owner.since(), owner.until())).isEqualTo(LEASE);
        });
    }

    @Test
    void owners_messages_sayWhetherOneIsDue() {
        lease();
        assertThat(isAnyDue()).isFalse();
        intake(message("a"));
        assertThat(isAnyDue()).isTrue();
        SmsClaimed.Request request = claim(lease(), 1);
        assertThat(isAnyDue()).as("in flight").isFalse();
        await(record(request, Samples.accepted(request.messages().get(0))));

        SmsNewMessage later = new SmsNewMessage(
                text("b"), storedAt("now").plusSeconds(60), Map.of(), SmsOffer.AT_ONCE);
        await(record(claim(lease(), 1)));
        intake(later);
        assertThat(isAnyDue()).as("scheduled for later").isFalse();
        advance(Duration.ofSeconds(61));
        assertThat(isAnyDue()).as("due").isTrue();
    }

    @Test
    void owners_scheduledMessageExpires_isDue() {
        Instant now = storedAt("now");
        SmsLease lease = lease();
        await(record(claim(lease, 1)));
        intake(new SmsNewMessage(
                text("b").withTimeToLive(Duration.ofSeconds(20)), now.plusSeconds(60), Map.of(), SmsOffer.AT_ONCE));
        await(store.operations().giveUp(ACCOUNT, List.of("b"), "its caller no longer waits"));
        await(store.operations().resubmit(ACCOUNT, "b", find("b").revision(), Duration.ofSeconds(20)));
        assertThat(isAnyDue()).isFalse();
        advance(Duration.ofSeconds(21));
        assertThat(isAnyDue()).isTrue();
        assertThat(claim(Samples.claim(lease(), 9, 1)).expired()).hasSize(1);
        assertThat(isAnyDue()).isFalse();
    }

    private boolean isAnyDue() {
        return await(store.leases().owners()).stream().anyMatch(SmsOwner::isAnyDue);
    }

    @Test
    void owners_anotherNodeWaits_nameThatNodeForAWhile() {
        lease();
        await(store.leases().acquire(ACCOUNT, "node-2"));

        assertThat(await(store.leases().owners())).singleElement().satisfies(owner -> {
            assertThat(owner.wantedBy()).isEqualTo("node-2");
            assertThat(owner.isExpired()).isFalse();
        });
        advance(AccountLeases.WAITING_TIMEOUT.plus(A_MOMENT));
        assertThat(await(store.leases().owners())).singleElement().satisfies(owner -> assertThat(owner.wantedBy()).isNull());
        await(store.leases().acquire(ACCOUNT, "node-2"));
        advance(LEASE.plus(A_MOMENT));
        assertThat(await(store.leases().owners())).singleElement()
                .satisfies(owner -> assertThat(owner.isExpired()).isTrue());
        await(store.leases().acquire(ACCOUNT, "node-3"));
        assertThat(await(store.leases().owners())).singleElement().satisfies(owner -> assertThat(owner.wantedBy()).isNull());
    }

    /** Otherwise the accounts that prefer a dead node would wait for it. */
    @Test
    void beat_clockWentBack_deadNodesHeartbeatExpires() {
        Duration timeToLive = Duration.ofSeconds(10);
        await(store.leases().beat("dead", timeToLive));
        advance(Duration.ofHours(-3));

        assertThat(await(store.leases().beat("a", timeToLive))).containsExactly("a", "dead");
        advance(timeToLive);
        assertThat(await(store.leases().beat("a", timeToLive))).containsExactly("a");
    }

    @Test
    void beat_nodes_areAliveUntilTheirHeartbeatExpires() {
        await(store.leases().beat("b", Duration.ofSeconds(10)));
        assertThat(await(store.leases().beat("a", Duration.ofSeconds(60)))).containsExactly("a", "b");

        advance(Duration.ofSeconds(11));

        assertThat(await(store.leases().beat("c", Duration.ofSeconds(10)))).containsExactly("a", "c");
        assertThat(await(store.leases().beat("c", Duration.ZERO))).containsExactly("a");
    }
}
