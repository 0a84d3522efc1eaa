package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.util.List;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsOptOut;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.NUMBER;
import static io.github.camelsms.store.jdbc.Samples.SENT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the opt-outs of numbers with the status BLACKLIST.
 */
@ParameterizedClass
@EnumSource(value = StoreUnderTest.class, names = { "SQLITE", "POSTGRESQL" })
class BlacklistedTest {

    @Parameter
    StoreUnderTest underTest;
    @TempDir
    Path folder;
    private JdbcMessageStore store;

    @BeforeEach
    void open() {
        store = (JdbcMessageStore) underTest.open(folder, true);
        restart(true);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void restart(boolean optOutBlacklisted) {
        store.close();
        store.setOptOutBlacklisted(optOutBlacklisted);
        store.start();
    }

    @Test
    void read_blacklisted_addsTheNumberOfEachSuchStatus() {
        read(
                status("x", "21987650000", SmsDeliveryStatus.BLACKLIST),
                status("y", "21987650001", SmsDeliveryStatus.DELIVERED),
                status(null, "2187650000", SmsDeliveryStatus.BLACKLIST));

        List<SmsOptOut> found = await(store.optOuts().find(null, 10));
        assertThat(found).extracting(SmsOptOut::number).containsExactly("21987650000");
        assertThat(found.get(0).reason()).isEqualTo("BLACKLIST");
    }

    @Test
    void read_numberIsOnlyKnownFromTheMessage_addsIt() {
        await(store.intake().store(ACCOUNT, messages("m", 1)));

        read(status(messages("m", 1).get(0).correlationId(), null, SmsDeliveryStatus.BLACKLIST));

        assertThat(await(store.optOuts().find(null, 10))).extracting(SmsOptOut::number).containsExactly(OptOuts.key(NUMBER));
    }

    /** A query by date returns a status each time, also after the number was removed. */
    @Test
    void recordEvidence_blacklisted_addsNothing() {
        await(store.statuses().recordEvidence(
                ACCOUNT, List.of(status("x", "21987650000", SmsDeliveryStatus.BLACKLIST))));

        assertThat(await(store.optOuts().find(null, 10))).isEmpty();
    }

    @Test
    void read_notConfigured_addsNothing() {
        restart(false);

        read(status("x", "21987650000", SmsDeliveryStatus.BLACKLIST));

        assertThat(await(store.optOuts().find(null, 10))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
            "5521987650000, 21987650000", "+552187650000, 21987650000", "2133334444, 2133334444", "5533334444, 5533334444",
            "551133334444, 1133334444", "+351912345678,", "987650000,", "(21) 98765-0000," })
    void blacklisted_numberInAnyForm_isReadIfItIsCertain(String written, String number) {
        assertThat(OptOuts.blacklisted(status("x", written, SmsDeliveryStatus.BLACKLIST), "a hash")).isEqualTo(number);
    }

    private void read(SmsStatus... statuses) {
        long block = await(store.statuses().receiveLate(ACCOUNT, new byte[] { 1 }));
        await(store.statuses().read(block, List.of(statuses)));
    }

    private static SmsStatus status(String correlationId, String destination, SmsDeliveryStatus status) {
        return new SmsStatus(correlationId, destination, SENT, status, status.name());
    }
}
