package io.github.camelsms.send;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsResults;
import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for an exchange whose messages cannot be stored in its transaction. The store in memory refuses transactions.
 */
class TransactionalIntakeTest {

    private static final String ACCOUNT = "demo@sms.example.com";
    private static final CheckedMessage MESSAGE
            = new CheckedMessage.Valid(new SmsMessage("hello", "11987654321", "m1", null));

    private final Exchange exchange = new DefaultExchange(new DefaultCamelContext());
    private final ManyStored sink = new ManyStored(exchange, doneSync -> {
    }, SmsResults.all);
    private final TransactionalIntake intake = intake(new InMemoryMessageStore(new ManualClock()).intake(), rejected -> {
    });

    private TransactionalIntake intake(MessageIntake into, Consumer<SmsSendResult> onRejected) {
        return new TransactionalIntake(
                into, ACCOUNT, onRejected, new SubmitOptions(Duration.ZERO, true, true, Map.of()), sink);
    }

    private static CheckedMessage unreadable() {
        throw new IllegalStateException("the cursor is closed");
    }

    /** An iterator does not return the message again. */
    @Test
    void store_storeFails_isNotSafeToRepeat() {
        Iterator<CheckedMessage> one = List.of(MESSAGE).iterator();
        intake.store(() -> one.hasNext() ? one.next() : null);
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsException.class)
                .hasMessageContainingAll("cannot take part in a transaction", "0 stored, 0 stored before, 1 failed");
        assertThat(((SmsException) exchange.getException()).results()).singleElement()
                .satisfies(result -> assertThat(result.correlationId()).isEqualTo("m1"));
    }

    @Test
    void store_inputFailsAfterAMessage_isNotSafeToRepeat() {
        Iterator<CheckedMessage> one = List.of(MESSAGE).iterator();
        intake.store(() -> one.hasNext() ? one.next() : unreadable());
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsException.class)
                .hasMessageContaining("0 stored, 0 stored before, 1 failed");
    }

    /** A logger of the application may throw. */
    @Test
    void store_logOfARejectionFails_reportsStoredMessagesOnce() {
        MessageIntake memory = new InMemoryMessageStore(new ManualClock()).intake();
        MessageStore.await(memory.store(ACCOUNT, List.of(new SmsNewMessage(
                new SmsMessage("another text", "11987654321", "m2", null), SmsOffer.NEVER))));
        Iterator<CheckedMessage> two = List.of(
                MESSAGE, new CheckedMessage.Valid(new SmsMessage("hello", "11987654321", "m2", null))).iterator();

        intake(joining(memory), rejected -> {
            throw new IllegalStateException("the appender is closed");
        }).store(() -> two.hasNext() ? two.next() : null);

        assertThat(exchange.getException()).hasMessageContaining("1 stored, 0 stored before, 0 failed");
    }

    /** Returns an intake that takes part in a transaction. */
    private static MessageIntake joining(MessageIntake memory) {
        return new MessageIntake() {
            @Override
            public CompletionStage<List<SmsIntake>> store(String account, List<SmsNewMessage> messages) {
                return memory.store(account, messages);
            }

            @Override
            public List<SmsIntake> storeInTransaction(String account, List<SmsNewMessage> messages) {
                return MessageStore.await(memory.store(account, messages));
            }

            @Override
            public CompletionStage<List<SmsIntake>> check(String account, List<SmsNewMessage> messages) {
                return memory.check(account, messages);
            }
        };
    }

    @Test
    void store_inputFailsAtOnce_isSafeToRepeat() {
        intake.store(TransactionalIntakeTest::unreadable);
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class);
    }
}
