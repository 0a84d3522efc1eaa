package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.RECONCILED;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that calls work with settings of the PostgreSQL driver that applications use for their own statements.
 */
class DriverSettingsTest {

    private static final int MESSAGES = 5;

    private final Postgres postgres = new Postgres();
    private final JdbcMessageStore store = postgres.store();

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "defaultRowFetchSize=2", "preferQueryMode=simple", "autosave=always", "prepareThreshold=0", "prepareThreshold=1",
            "stringtype=unspecified&reWriteBatchedInserts=true" })
    void calls_settingsInTheUrl_haveTheSameResults(String settings) {
        store.setDataSource(Samples.dataSource(postgres.url() + "&" + settings));
        store.start();

        assertThat(await(store.intake().store(ACCOUNT, messages("m", MESSAGES)))).hasSize(MESSAGES)
                .allMatch(SmsIntake.Stored.class::isInstance);
        List<String> ids = messages("m", MESSAGES).stream().map(message -> message.correlationId()).toList();
        assertThat(await(store.operations().cancel(ACCOUNT, ids, "not needed"))).allMatch(SmsOperated::isChanged);
        assertThat(await(store.operations().resend(ACCOUNT, ids))).allMatch(SmsOperated::isChanged);
        SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
        SmsClaimed.Request request = await(store.sending().claim(Samples.claim(lease, 1, MESSAGES))).requests().get(0);
        assertThat(request.messages()).hasSize(MESSAGES);
        List<SmsStoredMessage> recorded = await(store.sending().record(
                request.id(), request.messages().stream().map(Samples::accepted).toList(), RECONCILED));
        assertThat(recorded).extracting(SmsStoredMessage::state).hasSize(MESSAGES)
                .containsOnly(SmsMessageState.ACCEPTED);
        List<SmsResultDelivery> results = await(store.results().claim(ACCOUNT, MESSAGES, Duration.ofMinutes(1)));
        assertThat(await(store.results().acknowledge(results.stream().map(SmsResultDelivery::key).toList())))
                .isEqualTo(MESSAGES);
    }
}
