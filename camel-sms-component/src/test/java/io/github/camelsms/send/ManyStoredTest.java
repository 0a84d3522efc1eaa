package io.github.camelsms.send;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsResults;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the result of an exchange whose messages were stored completely, partly or not at all.
 */
class ManyStoredTest {

    private final Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    private final ManyStored sink = new ManyStored(exchange, doneSync -> {
    }, SmsResults.counts);

    @Test
    void completed_allStored_succeeds() {
        sink.stored(0, "a", false);
        sink.stored(1, "b", true);
        sink.result(2, SmsSendResult.rejected(null, "bad", "c"));
        sink.completed(null);
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeaders()).containsEntry(SmsConstants.STORED, true)
                .containsEntry(SmsConstants.STORED_MESSAGES, 1).containsEntry(SmsConstants.DUPLICATES, 1)
                .containsEntry(SmsConstants.REJECTED, 1);
    }

    @Test
    void completed_nothingStored_isSafeToRepeat() {
        sink.result(0, SmsSendResult.notSent(null, "no room", "a"));
        sink.completed(null);
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class).hasMessageContaining("no room");
    }

    @Test
    void completed_nothingRead_isSafeToRepeat() {
        IllegalStateException cause = new IllegalStateException("database down");
        sink.completed(new ReadFailure("the input failed", cause));
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class).hasCause(cause);
    }

    @Test
    void completed_someStored_isNotSafeToRepeat() {
        sink.stored(0, "a", false);
        sink.result(1, SmsSendResult.notSent(null, "no room", "b"));
        sink.completed(null);
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsException.class)
                .hasMessageContaining("1 stored, 0 stored before, 1 failed").hasMessageContaining("its own correlation id");
        assertThat(exchange.getMessage().getHeader(SmsConstants.STORED)).isEqualTo(false);
    }

    @Test
    void completed_manyRejected_returnsEach() {
        ManyStored all = new ManyStored(exchange, doneSync -> {
        }, SmsResults.all);
        List<SmsSendResult> rejected = new ArrayList<>();
        for (int i = 0; i < 3 * ManyStored.MANY; i++) {
            rejected.add(SmsSendResult.rejected(-5, i % 2 == 0 ? "bad" : "worse", "file-" + i));
            all.result(i, rejected.get(i));
        }
        all.completed(null);
        assertThat(exchange.getMessage().getBody()).isEqualTo(rejected);
        assertThat(exchange.getMessage().getHeader(SmsConstants.REJECTED)).isEqualTo(rejected.size());
    }

    @Test
    void completed_onlyDuplicatesAndNotStored_isSafeToRepeat() {
        sink.stored(0, "a", true);
        sink.result(1, SmsSendResult.notSent(null, "no room", "b"));
        sink.completed(null);
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class);
    }
}
