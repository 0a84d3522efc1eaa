package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.camelsms.LogLines;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OwnershipTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO));
    private final Ownership ownership = new Ownership("demo", "node-1", true, () -> NOW, Ownership.Duty.SENDING);

    @AfterEach
    void close() {
        lines.close();
    }

    private static SmsLeaseResult.Granted grant(long epoch, @Nullable String predecessor) {
        return new SmsLeaseResult.Granted(
                new SmsLease("demo", "node-1", epoch, Duration.ofSeconds(30)), SmsAccountState.NEW, predecessor);
    }

    @Test
    void granted_eachReason_logsOneLineNamingIt() {
        ownership.granted(grant(1, null));
        ownership.lost("the message store did not renew its lease in time");
        ownership.granted(grant(2, "node-1"));
        ownership.lost("another node has taken over");
        ownership.granted(grant(4, null));
        ownership.released("it stops");
        ownership.granted(grant(5, null));
        ownership.granted(grant(7, "node-2"));

        assertThat(lines.at(Level.INFO)).containsExactly(
                "SMS account demo: node node-1 owns the account and sends for it (epoch 1): it had no owner",
                "SMS account demo: node node-1 has released the account: it stops. Another node can acquire it immediately",
                "SMS account demo: node node-1 owns the account and sends for it (epoch 5): it had no owner",
                "SMS account demo: node node-1 owns the account and sends for it (epoch 7): taken over from node node-2, whose lease has expired");
        assertThat(lines.at(Level.WARN)).hasSize(4).first().asString()
                .contains("no longer owns the account: the message store did not renew its lease in time");
        assertThat(lines.at(Level.WARN)).last()
                .isEqualTo("SMS account demo: node node-1 owns the account again and sends for it (epoch 4): it had no owner");
    }

    /** The attempts to acquire the account are repeated while the store stalls, and all granted afterwards. */
    @Test
    void granted_repeatedAttemptsOfTheOwner_areLoggedOnce() {
        ownership.granted(grant(1, "node-2"));
        ownership.granted(grant(2, "node-1"));
        ownership.granted(grant(3, "node-1"));

        assertThat(lines.at(Level.INFO)).containsExactly(
                "SMS account demo: node node-1 owns the account and sends for it (epoch 1): taken over from node node-2, whose lease has expired");
        assertThat(ownership.owner()).isEqualTo(new Ownership.Owner("node-1", true, 3L, NOW));
    }

    /** Otherwise the last line about the account would be that its messages are not sent. */
    @Test
    void granted_storeOfOneProcessAfterALoss_isLogged() {
        Ownership alone = new Ownership("demo", "node-1", false, () -> NOW, Ownership.Duty.SENDING);
        alone.granted(grant(1, null));
        alone.lost("the message store did not renew its lease in time");
        alone.granted(grant(2, "node-1"));
        alone.granted(grant(3, "node-1"));

        assertThat(lines.at(Level.WARN)).containsExactly(
                "SMS account demo: node node-1 no longer owns the account: the message store did not renew its lease in time. It stores messages and does not send them until it owns the account again",
                "SMS account demo: node node-1 owns the account again and sends for it (epoch 2): its own lease had expired, and no other node has taken over");
    }

    @Test
    void held_repeatedAttempts_logsTheOwnerOnce() {
        ownership.held("node-2");
        ownership.held("node-2");
        ownership.held("node-3");

        assertThat(lines.at(Level.INFO)).containsExactly(
                "SMS account demo: node node-2 owns the account and sends for it; this node stores messages",
                "SMS account demo: node node-3 owns the account and sends for it; this node stores messages");
        assertThat(ownership.owner()).isEqualTo(new Ownership.Owner("node-3", false, null, NOW));
    }

    @Test
    void granted_storeOfOneProcess_isNotLogged() {
        Ownership alone = new Ownership("demo", "node-1", false, () -> NOW, Ownership.Duty.SENDING);
        alone.granted(grant(1, null));
        alone.released("it stops");

        assertThat(lines.all()).isEmpty();
    }

    @Test
    void owner_grantedAndThenHeldByAnother_isThisNodeMeanwhile() {
        assertThat(ownership.owner()).isNull();
        assertThat(ownership.isOwner()).isFalse();
        ownership.granted(grant(3, null));

        assertThat(ownership.owner()).isEqualTo(new Ownership.Owner("node-1", true, 3L, NOW));
        assertThat(ownership.isOwner()).isTrue();
        ownership.held("node-2");
        assertThat(ownership.isOwner()).isFalse();
    }
}
