package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.SmsWhenUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.NOT_RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.text;
import static io.github.camelsms.store.jdbc.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base class of the tests that each message store must pass.
 */
abstract class MessageStoreContract {

    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration A_MOMENT = Duration.ofMillis(2);

    @Parameter
    StoreUnderTest underTest;
    @TempDir
    Path folder;
    MessageStore store;
    long lastRequest;

    @BeforeEach
    void open() {
        store = underTest.open(folder, true);
    }

    @AfterEach
    void close() {
        store.close();
    }

    void advance(Duration duration) {
        underTest.advance(duration);
    }

    void intake(SmsNewMessage... messages) {
        assertThat(await(store.intake().store(ACCOUNT, List.of(messages)))).allMatch(SmsIntake.Stored.class::isInstance);
    }

    Instant storedAt(String correlationId) {
        intake(message(correlationId));
        return find(correlationId).storedAt();
    }

    SmsLease lease() {
        return granted("node-1").lease();
    }

    SmsLease takeOver() {
        advance(LEASE.plus(A_MOMENT));
        return granted("node-2").lease();
    }

    SmsLeaseResult.Granted granted(String node) {
        return (SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, node));
    }

    SmsClaimed claim(SmsClaim claim) {
        return await(store.sending().claim(claim));
    }

    SmsClaimed.Request claim(SmsLease lease, int batchSize) {
        return claim(Samples.claim(lease, ++lastRequest, batchSize)).requests().get(0);
    }

    CompletionStage<List<SmsStoredMessage>> record(SmsClaimed.Request request, SmsMessageOutcome... outcomes) {
        return record(request, RECONCILED, outcomes);
    }

    CompletionStage<List<SmsStoredMessage>> record(
            SmsClaimed.Request request, SmsWhenUnknown whenUnknown, SmsMessageOutcome... outcomes) {
        return store.sending().record(request.id(), List.of(outcomes), whenUnknown);
    }

    static SmsStoredMessage of(SmsClaimed.Request request, String correlationId) {
        return request.messages().stream().filter(message -> message.correlationId().equals(correlationId)).findFirst()
                .orElseThrow();
    }

    SmsStoredMessage find(String correlationId) {
        return await(store.operations().find(ACCOUNT, List.of(correlationId))).get(0);
    }

    List<SmsMessageState> state(String... correlationIds) {
        return List.of(correlationIds).stream().map(this::find).map(SmsStoredMessage::state).toList();
    }

    /** Acquires a new lease, so earlier leases of the test become stale. */
    SmsStoredMessage sent(
            String correlationId, SmsWhenUnknown whenUnknown, Function<SmsStoredMessage, SmsMessageOutcome> outcome) {
        intake(new SmsNewMessage(text(correlationId), null, Map.of("kept", "header of " + correlationId), SmsOffer.AT_ONCE));
        SmsClaimed.Request request = claim(lease(), 1);
        assertThat(request.messages()).extracting(SmsStoredMessage::correlationId).containsExactly(correlationId);
        return await(record(request, whenUnknown, outcome.apply(request.messages().get(0)))).get(0);
    }

    SmsStoredMessage acceptedMessage(String correlationId) {
        return sent(correlationId, RECONCILED, Samples::accepted);
    }

    SmsStoredMessage unknownMessage(String correlationId) {
        return sent(correlationId, RECONCILED, Samples::unknown);
    }

    void unknownNotReconciled(String correlationId) {
        sent(correlationId, NOT_RECONCILED, Samples::unknown);
    }

    List<SmsResultDelivery> results() {
        return await(store.results().claim(ACCOUNT, 100, Duration.ofMinutes(1)));
    }

    void acknowledgeAll() {
        await(store.results().acknowledge(results().stream().map(SmsResultDelivery::key).toList()));
    }

    long ask(SmsLease lease) {
        return await(store.statuses().announce(lease.account(), lease, Duration.ofSeconds(40))).orElseThrow();
    }

    long received() {
        long block = ask(lease());
        await(store.statuses().receive(block, new byte[] { 1 }));
        return block;
    }

    long gap() {
        long block = ask(lease());
        await(store.statuses().lose(block, "connection reset"));
        return block;
    }

    List<SmsStatusDelivery> statuses() {
        return await(store.statuses().claim(ACCOUNT, 10, Duration.ofMinutes(1)));
    }

    void acknowledgeStatuses(List<SmsStatusDelivery> deliveries) {
        assertThat(await(store.statuses().acknowledge(deliveries.stream().map(SmsStatusDelivery::key).toList())))
                .isEqualTo(deliveries.size());
    }
}
