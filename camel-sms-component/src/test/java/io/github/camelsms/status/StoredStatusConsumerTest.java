package io.github.camelsms.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.camelsms.FailingStore;
import io.github.camelsms.Internals;
import io.github.camelsms.LogLines;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.consume.RecordedFailures;
import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.TextlessException;
import io.github.camelsms.observe.AccountHealth;
import io.github.camelsms.observe.Ownership;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.Message;
import org.apache.camel.Processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for polling with a message store: a status is committed before it is routed, and acknowledged afterwards.
 */
class StoredStatusConsumerTest extends StoredStatusFixture {

    private static final String POLL_ONLY = "sms:status?delay=20&initialDelay=0";

    /** Failures of polls and exchanges, which Camel logs. */
    private final RecordedFailures failures = new RecordedFailures();

    @Test
    void poll_status_createsAnExchangeWithTheStoredHeaders() throws Exception {
        storeMessages(
                0, 1, SmsOutcome.ACCEPTED,
                Map.of("orderId", "4711", "CamelSmsCorrelationId", "forged", "camelsmspart", "9"));
        sendMessages(0, 1);
        Node node = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> node.statuses().getReceivedCounter() == 1);
        Exchange exchange = node.statuses().getReceivedExchanges().get(0);
        Message message = exchange.getMessage();
        assertThat(message.getBody(SmsStatus.class).correlationId()).isEqualTo("m0");
        assertThat(message.getHeader("orderId")).isEqualTo("4711");
        assertThat(message.getHeader("CamelSmsCorrelationId")).isEqualTo("m0");
        assertThat(message.getHeader("CamelSmsPart")).isNull();
        assertThat(message.getHeader("CamelSmsDestination")).isEqualTo(NUMBER);
        assertThat(message.getHeader("CamelSmsDeliveryStatus")).isEqualTo("SENT");
        assertThat(exchange.getProperty(Exchange.BATCH_SIZE)).isEqualTo(1);
        assertThat(exchange.getProperty(Exchange.BATCH_COMPLETE)).isEqualTo(true);
    }

    @Test
    void poll_messagesOfAnotherStore_suspectsAnotherSenderInLogAndHealth() throws Exception {
        storeMessages(0, 20, SmsOutcome.ACCEPTED, Map.of());
        sendMessages(0, 40);
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            Node node = start(store, POLL, StoredStatusFixture::nothing);
            await().until(() -> node.statuses().getReceivedCounter() == 40);
            assertThat(lines.at(Level.WARN)).singleElement().asString()
                    .contains("20 of 40 statuses belong to messages that the message store does not have. Another application");
            SmsAccount shared = node.component.find(node.endpoint());
            assertThat(new AccountHealth(shared, node.context).call().getDetails())
                    .hasEntrySatisfying("sms.warning", why -> assertThat(why).asString().startsWith("20 of 40"));
        }
    }

    @Test
    void poll_ownMessages_suspectsNobody() throws Exception {
        storeMessages(0, 40, SmsOutcome.ACCEPTED, Map.of());
        sendMessages(0, 40);
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            Node node = start(store, POLL, StoredStatusFixture::nothing);
            await().until(() -> node.statuses().getReceivedCounter() == 40);
            assertThat(lines.at(Level.WARN)).isEmpty();
            assertThat(node.component.find(node.endpoint()).monitor().statuses().otherSender()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({ "99,1", "100,2", "250,3" })
    void poll_fullBlocks_readsUntilAPartialBlock(int messages, int requests) throws Exception {
        sendMessages(0, messages);
        Node node = start(store, POLL + "&repeatCount=1", StoredStatusFixture::nothing);
        await().until(() -> node.statuses().getReceivedCounter() == messages
                && simulator.statistics().statusRequests() >= requests);
        node.context.getRouteController().stopRoute("poll");
        assertThat(node.ids()).containsExactlyElementsOf(idsOf(0, messages));
        assertThat(simulator.statistics().statusRequests()).isEqualTo(requests);
        assertThat(MessageStore.await(store.statuses().claim(account, 10, Duration.ZERO))).isEmpty();
    }

    @Test
    void poll_exchangeFailed_isRedeliveredAfterADelay() throws Exception {
        sendMessages(0, 5);
        AtomicInteger attempts = new AtomicInteger();
        Node node = start(store, POLL, exchange -> {
            if ("m3".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId")) && attempts.incrementAndGet() <= 2) {
                throw new IllegalStateException("no room for this one");
            }
        });
        await().until(() -> node.statuses().getReceivedCounter() == 4);
        awaitPolls(3);
        assertThat(attempts).as("before the delay has passed").hasValue(1);
        clock.advance(Duration.ofSeconds(1));
        await().until(() -> attempts.get() == 2);
        awaitPolls(3);
        clock.advance(Duration.ofSeconds(1));
        awaitPolls(3);
        assertThat(attempts).as("the delay doubles").hasValue(2);
        clock.advance(Duration.ofSeconds(1));
        await().until(() -> node.statuses().getReceivedCounter() == 5);
        assertThat(node.ids()).containsExactly("m0", "m1", "m2", "m4", "m3");
        assertThat(node.component.find(node.endpoint()).monitor().statuses().failedExchanges()).isEqualTo(2);
    }

    @Test
    void poll_exceptionWithoutText_redeliversOnlyThatStatus() throws Exception {
        sendMessages(0, 3);
        AtomicInteger attempts = new AtomicInteger();
        Node node = start(store, POLL, exchange -> {
            if ("m1".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId")) && attempts.incrementAndGet() == 1) {
                throw new TextlessException();
            }
        });
        await().until(() -> node.statuses().getReceivedCounter() == 2);
        awaitPolls(3);
        clock.advance(Duration.ofSeconds(1));
        await().until(() -> node.statuses().getReceivedCounter() == 3);
        assertThat(node.ids()).containsExactly("m0", "m2", "m1");
    }

    @ParameterizedTest
    @CsvSource({ "1,1", "2,2", "5,16", "9,256", "10,300", "1000000,300" })
    void delay_redeliveries_doublesUpToFiveMinutes(int delivery, long seconds) {
        assertThat(StatusAcknowledgments.delay(delivery)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void poll_nodeWithoutTheLease_consumesAndDoesNotPoll() throws Exception {
        Node owner = start(store, POLL, exchange -> {
            throw new IllegalStateException("this node is broken");
        });
        await().until(() -> simulator.statistics().statusRequests() > 0);
        Node other = start(store, POLL, StoredStatusFixture::nothing);
        sendMessages(0, 3);
        await().until(() -> {
            clock.advance(Duration.ofMillis(20));
            return other.statuses().getReceivedCounter() >= 3;
        });
        assertThat(other.ids()).containsExactlyInAnyOrderElementsOf(idsOf(0, 3));
        assertThat(owner.component.find(owner.endpoint()).polled().lease()).isNotNull();
        assertThat(other.component.find(other.endpoint()).polled().lease()).isNull();
        assertThat(other.component.find(other.endpoint()).monitor().statuses().lastPoll()).isNull();
        assertThat(other.failures()).isEmpty();
        Duration longer = consumer(other).timeSincePollOrStart();
        await().until(() -> consumer(other).timeSincePollOrStart().compareTo(longer) < 0);
    }

    @Test
    void poll_beforeTheLeaseIsAcquired_waitsForIt() throws Exception {
        sendMessages(0, 3);
        FailingStore slow = new FailingStore(store);
        slow.acquisitions = new CompletableFuture<>();
        Node node = start(slow, POLL + "&startScheduler=false", StoredStatusFixture::nothing);
        Thread poll = new Thread(consumer(node));
        poll.start();
        await().until(() -> poll.getState() == Thread.State.TIMED_WAITING || !poll.isAlive());
        slow.acquisitions.complete(null);
        poll.join();

        assertThat(node.ids()).containsExactlyElementsOf(idsOf(0, 3));
    }

    /** As after a restart of a node that was killed. */
    @Test
    void poll_ownerIsDead_waitsForItsLease() throws Exception {
        store.setShared(true);
        sendMessages(0, 3);
        String polling = AccountLeases.ofStatuses(account);
        MessageStore.await(store.leases().acquire(polling, "dead"));
        Node node = start(store, POLL + "&startScheduler=false", StoredStatusFixture::nothing);
        Thread poll = new Thread(consumer(node));
        poll.start();
        await().until(() -> MessageStore.await(store.leases().owners()).stream()
                .anyMatch(owner -> owner.account().equals(polling) && owner.wantedBy() != null));
        await().until(() -> poll.getState() == Thread.State.TIMED_WAITING || !poll.isAlive());

        clock.advance(Duration.ofSeconds(31));
        poll.join();

        assertThat(node.ids()).containsExactlyElementsOf(idsOf(0, 3));
    }

    /** The next poll can be hours later. */
    @Test
    void poll_leaseIsAcquiredAfterItWasOmitted_pollsAllTheSame() throws Exception {
        store.setShared(true);
        sendMessages(0, 3);
        SmsLease dead = ((SmsLeaseResult.Granted) MessageStore.await(
                store.leases().acquire(AccountLeases.ofStatuses(account), "dead"))).lease();
        long block = MessageStore.await(store.statuses().announce(account, dead, Duration.ofMinutes(1))).orElseThrow();
        MessageStore.await(store.statuses().receive(block, new byte[] { 1 }));
        SmsStatus earlier = new SmsStatus(
                "earlier", NUMBER, Instant.parse("2026-03-10T15:00:00Z"), SmsDeliveryStatus.SENT, "SENT");
        MessageStore.await(store.statuses().read(block, List.of(earlier)));
        AtomicReference<Node> started = new AtomicReference<>();
        started.set(start(store, POLL + "&startScheduler=false", exchange -> {
            if ("earlier".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                clock.advance(Duration.ofSeconds(31));
                await().until(() -> consumer(started.get()).account().polled().lease() != null);
            }
        }));

        consumer(started.get()).run();

        assertThat(started.get().ids()).containsExactly("earlier", "m0", "m1", "m2");
    }

    @Test
    void poll_pollingOnlyNode_leavesSendingToOthers() throws Exception {
        Node poller = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> simulator.statistics().statusRequests() > 0);
        Node sender = start(store);
        Exchange sent = sender.context.createProducerTemplate().request(
                "sms:send?deliveryTimeout=30000", exchange -> exchange.getMessage().setBody(messages(0, 1).get(0)));

        assertThat(sent.getException()).isNull();
        await().until(() -> poller.statuses().getReceivedCounter() == 1);
        assertThat(poller.ids()).containsExactly("m0");
    }

    @Test
    void stop_pollingRouteOfASendingNode_leavesPollingToOthers() throws Exception {
        Node first = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> simulator.statistics().statusRequests() > 0);
        first.context.getRouteController().stopRoute("poll");
        Exchange sent = first.context.createProducerTemplate().request(
                "sms:send", exchange -> exchange.getMessage().setBody(messages(0, 1).get(0)));
        assertThat(sent.getException()).isNull();
        Node second = start(store, POLL, StoredStatusFixture::nothing);

        await().until(() -> second.statuses().getReceivedCounter() == 1);
        assertThat(first.ids()).isEmpty();
    }

    @Test
    void log_queryEndsAfterTheComponentStopped_isWritten() throws Exception {
        Node node = start(store, POLL, StoredStatusFixture::nothing);
        StatusPollConsumer consumer = (StatusPollConsumer) node.context.getRoute("poll").getConsumer();
        node.context.stop();
        assertThatCode(() -> consumer.log().gapsNotFilled(account, "the account is closed", 1)).doesNotThrowAnyException();
    }

    @Test
    void stop_duringABlock_leavesTheRestToOthersImmediately() throws Exception {
        sendMessages(0, 100);
        CountDownLatch isRouted = new CountDownLatch(1);
        AtomicReference<Node> started = new AtomicReference<>();
        Node first = start(store, POLL, exchange -> {
            if ("m9".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                isRouted.countDown();
                await().until(() -> started.get() != null && !consumer(started.get()).isBatchAllowed());
            }
        });
        started.set(first);
        assertThat(isRouted.await(60, TimeUnit.SECONDS)).isTrue();
        first.context.getRouteController().stopRoute("poll");
        assertThat(first.ids()).containsExactlyElementsOf(idsOf(0, 10));
        Node second = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> second.statuses().getReceivedCounter() == 90);
        assertThat(second.ids()).containsExactlyInAnyOrderElementsOf(idsOf(10, 90));
    }

    @ParameterizedTest
    @CsvSource({ "'',1", "&batching=true,1" })
    void suspend_duringABlock_startsNoOtherExchange(String option, int exchanges) throws Exception {
        sendMessages(0, 250);
        AtomicReference<Node> started = new AtomicReference<>();
        started.set(start(store));
        SmsEndpoint endpoint = started.get().context.getEndpoint(POLL + option, SmsEndpoint.class);
        AtomicReference<StoredStatusConsumer> consumer = new AtomicReference<>();
        AtomicInteger received = new AtomicInteger();
        consumer.set(
                new StoredStatusConsumer(endpoint, endpoint.getConfiguration(), Internals.accountOf(endpoint), exchange -> {
                    received.incrementAndGet();
                    consumer.get().suspend();
                }));
        consumer.get().setInitialDelay(3_600_000);
        consumer.get().start();
        try {
            await().until(() -> consumer.get().account().polled().lease() != null);
            consumer.get().poll();
            assertThat(received).hasValue(exchanges);
        } finally {
            consumer.get().stop();
        }
    }

    private static StatusPollConsumer consumer(Node node) {
        return (StatusPollConsumer) node.context.getRoute("poll").getConsumer();
    }

    @Test
    void poll_statusOfAnUnknownMessage_settlesIt() throws Exception {
        storeMessages(0, 3, SmsOutcome.UNKNOWN, Map.of());
        sendMessages(0, 2);
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms.SmsStatusConsumer", Level.INFO))) {
            Node node = start(store, POLL, StoredStatusFixture::nothing);
            await().until(() -> node.statuses().getReceivedCounter() == 2);
            assertThat(node.component.find(node.endpoint()).monitor().statuses().settled()).isEqualTo(2);
            assertThat(lines.at(Level.INFO)).containsExactly(
                    "SMS account " + account + ": statuses have settled 2 messages of unknown outcome as sent");
        }
        assertThat(MessageStore.await(store.operations().count(account)))
                .containsEntry(SmsMessageState.ACCEPTED, 2L).containsEntry(SmsMessageState.UNKNOWN, 1L);
    }

    @Test
    void poll_statusOfAMessageWithLostResponse_settlesItAndHasItsHeaders() throws Exception {
        simulator.failNext(Operation.SEND, Fault.dropAfterAccepting());
        Node sender = start(store);
        Exchange sent = sender.context.createProducerTemplate().request(
                "sms:send?keepHeaders=orderId&reconcile=false", exchange -> {
                    exchange.getMessage().setBody(messages(0, 1).get(0));
                    exchange.getMessage().setHeader("orderId", "4711");
                });
        assertThat(sent.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        sender.context.stop();
        Node node = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> node.statuses().getReceivedCounter() == 1);
        assertThat(node.statuses().getReceivedExchanges().get(0).getMessage().getHeader("orderId")).isEqualTo("4711");
        assertThat(MessageStore.await(store.operations().find(account, List.of("m0")))).singleElement()
                .satisfies(message -> assertThat(message.state()).isEqualTo(SmsMessageState.ACCEPTED));
    }

    @Test
    void batching_block_createsOneExchangeWithAList() throws Exception {
        sendMessages(0, 130);
        AtomicBoolean hasFailed = new AtomicBoolean();
        Node node = start(store, POLL + "&batching=true", exchange -> {
            if (!hasFailed.getAndSet(true)) {
                throw new IllegalStateException("not the first time");
            }
        });
        await().until(() -> {
            clock.advance(Duration.ofMillis(20));
            return node.statuses().getReceivedCounter() == 2;
        });
        List<Exchange> exchanges = node.statuses().getReceivedExchanges();
        assertThat(exchanges).extracting(exchange -> exchange.getProperty(Exchange.BATCH_SIZE)).containsExactly(30, 100);
        assertThat(exchanges.get(1).getMessage().getBody(List.class)).hasSize(100)
                .allSatisfy(status -> assertThat(status).isInstanceOf(SmsStatus.class));
        node.context.getRouteController().stopRoute("poll");
        assertThat(MessageStore.await(store.statuses().claim(account, 10, Duration.ZERO))).isEmpty();
    }

    @Test
    void batching_noStore_failsAtStart() {
        assertThatThrownBy(() -> start(null, POLL + "&batching=true", StoredStatusFixture::nothing))
                .isInstanceOf(FailedToStartRouteException.class)
                .hasStackTraceContaining("Option batching=true requires a message store");
    }

    @Test
    void poll_unreadableResponse_isKeptInTheStore() throws Exception {
        simulator.failNext(Operation.STATUS, Fault.garbageBody());
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms.SmsStatusConsumer", Level.WARN))) {
            Node node = start(store, POLL, StoredStatusFixture::nothing);
            await().until(() -> node.errors().getReceivedCounter() == 1);
            assertThat(node.failures().get(0)).hasMessageContaining("is not readable as JSON");
            sendMessages(0, 3);
            await().until(() -> node.statuses().getReceivedCounter() == 3);
            assertThat(lines.at(Level.WARN)).anyMatch(
                    line -> line.contains("kept in the message store as block") && line.contains("table sms_block"));
            assertThat(node.endpoint().getKeptResponses()).isZero();
        }
        assertThat(MessageStore.await(store.statuses().unread(account))).isEmpty();
        assertThat(MessageStore.await(store.statuses().gaps(account))).isEmpty();
    }

    @Test
    void poll_throttled_waitsAndLosesNothing() throws Exception {
        sendMessages(0, 3);
        simulator.failNext(Operation.STATUS, Fault.tooManyRequests());
        Node node = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> node.statuses().getReceivedCounter() == 3);
        assertThat(node.errors().getReceivedCounter()).isZero();
        assertThat(MessageStore.await(store.statuses().gaps(account))).isEmpty();
    }

    @Test
    void poll_serviceUnreachableThenReachable_continuesWithoutAGap() throws Exception {
        sendMessages(0, 1);
        simulator.stop();
        Node node = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> node.errors().getReceivedCounter() >= 2);
        simulator.start();
        await().until(() -> node.statuses().getReceivedCounter() == 1);
        assertThat(MessageStore.await(store.statuses().gaps(account))).isEmpty();
    }

    /** Each call of the store fails once, before it is executed and afterwards. */
    @ParameterizedTest
    @CsvSource({
            "announce,false", "announce,true", "receive,false", "receive,true", "read,false", "read,true", "unread,false",
            "claim,false", "acknowledge,false", "acknowledge,true", "gaps,false" })
    void poll_storeFailsOnce_losesNothingAndContinues(String method, boolean afterwards) throws Exception {
        sendMessages(0, 130);
        StoreFaults faults = new StoreFaults(store);
        faults.failOnce(method, afterwards);
        Node node = start(faults.store(), POLL, StoredStatusFixture::nothing);
        await().until(() -> node.statuses().getReceivedCounter() == 130);
        await().until(() -> node.errors().getReceivedCounter() == 1);
        assertThat(node.ids()).doesNotHaveDuplicates();
        assertThat(node.failures().get(0)).hasMessageContainingAll("status poll of account", "failed on purpose", method);
        assertThat(faults.failures()).isEqualTo(1);
        assertThat(simulator.statistics().statusByDateRequests()).as("no gap").isZero();
        node.context.getRouteController().stopRoute("poll");
        clock.advance(VisibilityTimeout.VISIBILITY);
        assertThat(MessageStore.await(store.statuses().claim(account, 10, Duration.ZERO))).as("acknowledged").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "&batching=true" })
    void poll_exchangeTakesAnHour_isNotDeliveredToAnotherNode(String option) throws Exception {
        sendMessages(0, 1);
        ManualClock manual = new ManualClock();
        List<Integer> visible = new ArrayList<>();
        int consumed = poll(POLL + option, manual, exchange -> {
            for (int seconds = 0; seconds < 3_600; seconds++) {
                clock.advance(Duration.ofSeconds(1));
                manual.advance(Duration.ofSeconds(1));
                if (seconds % 60 == 59) {
                    visible.add(claimed());
                }
            }
        });
        assertThat(consumed).isEqualTo(1);
        assertThat(visible).hasSize(60).containsOnly(0);
        assertThat(manual.pendingAlarms()).isZero();
        assertThat(claimed()).as("acknowledged").isZero();
    }

    /** Another node receives after a crash what is not acknowledged. */
    @ParameterizedTest
    @CsvSource({ "200,5 5 5 5 5", "500,5 5 5 2 2", "600,5 5 3 3 1", "1001,5 4 3 2 1" })
    void poll_slowExchanges_acknowledgesAboutOnceASecond(long millis, String unacknowledged) throws Exception {
        sendMessages(0, 5);
        ManualClock manual = new ManualClock();
        List<String> redelivered = new ArrayList<>();
        int consumed = poll(POLL, manual, exchange -> {
            clock.advance(VisibilityTimeout.VISIBILITY);
            redelivered.add(String.valueOf(claimed()));
            manual.advance(Duration.ofMillis(millis));
        });
        assertThat(consumed).isEqualTo(5);
        assertThat(redelivered).containsExactly(unacknowledged.split(" "));
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2 })
    void poll_slowExchangesFail_deliversAllOthers(int failing) throws Exception {
        sendMessages(0, 12);
        List<String> delivered = new ArrayList<>();
        for (int polls = 0; polls < 6; polls++) {
            ManualClock manual = new ManualClock();
            poll(POLL, manual, exchange -> {
                String id = exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class);
                if (idsOf(2, failing).contains(id)) {
                    manual.advance(VisibilityTimeout.BATCH_TIME);
                    throw new IllegalStateException("the address of this customer does not respond");
                }
                delivered.add(id);
            });
            clock.advance(Duration.ofHours(1));
        }
        List<String> others = new ArrayList<>(idsOf(0, 12));
        others.removeAll(idsOf(2, failing));
        assertThat(delivered).containsExactlyInAnyOrderElementsOf(others);
    }

    /** Otherwise the statuses of hours would wait with the service, and the health check would be down. */
    @Test
    void poll_statusesInTheStoreTakeAnHour_pollsTheServiceOnceAMinute() throws Exception {
        sendMessages(0, 250);
        poll(POLL, new ManualClock(), exchange -> {
            throw new IllegalStateException("the database of the route is away");
        });
        clock.advance(Duration.ofHours(1));
        long before = simulator.statistics().statusRequests();
        ManualClock manual = new ManualClock();
        List<String> delivered = new ArrayList<>();
        poll(POLL, manual, exchange -> {
            manual.advance(Duration.ofSeconds(15));
            delivered.add(exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class));
        });

        assertThat(delivered).containsExactlyInAnyOrderElementsOf(idsOf(0, 250));
        assertThat(simulator.statistics().statusRequests() - before).isBetween(60L, 64L);
    }

    @Test
    void poll_aPollWhileStatusesAreRoutedFails_doesNotFailTheLastOne() throws Exception {
        sendMessages(0, 30);
        poll(POLL, new ManualClock(), exchange -> {
            throw new IllegalStateException("the database of the route is away");
        });
        clock.advance(Duration.ofHours(1));
        ManualClock manual = new ManualClock();
        List<String> delivered = new ArrayList<>();
        poll(POLL, manual, exchange -> {
            if (delivered.size() == 10) {
                simulator.failNext(Operation.STATUS, Fault.httpStatus(404));
            }
            manual.advance(Duration.ofSeconds(15));
            delivered.add(exchange.getMessage().getHeader("CamelSmsCorrelationId", String.class));
        });

        assertThat(delivered).containsExactlyInAnyOrderElementsOf(idsOf(0, 30));
    }

    /** Routing can take hours, in which nothing else would tell that polls fail. */
    @Test
    void poll_aPollWhileStatusesAreRoutedFails_isReportedWithTheNextPoll() throws Exception {
        sendMessages(0, 10);
        poll(POLL, new ManualClock(), exchange -> {
            throw new IllegalStateException("the database of the route is away");
        });
        failures.causes.clear();
        clock.advance(Duration.ofHours(1));
        ManualClock manual = new ManualClock();
        List<Integer> failuresBefore = new ArrayList<>();
        simulator.failNext(Operation.STATUS, Fault.httpStatus(404));
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            poll(POLL, manual, exchange -> {
                manual.advance(Duration.ofSeconds(15));
                failuresBefore.add(failures.causes.size());
            });

            assertThat(log.at(Level.WARN)).as("the route has a handler of its own").isEmpty();
        }
        assertThat(failuresBefore).hasSize(10).startsWith(0).endsWith(1);
        assertThat(failures.causes).singleElement().asString().contains("404");
    }

    /** The service allows no poll, so that most of them are skipped, which says nothing. */
    @ParameterizedTest
    @ValueSource(strings = { "429", "401", "lost" })
    void run_pollsFailForMinutes_isDownAndLogsOneLineAMinuteUntilOneSucceeds(String kind) throws Exception {
        Fault fault = kind.equals("lost") ? Fault.dropBeforeAccepting() : Fault.httpStatus(Integer.parseInt(kind));
        ManualClock manual = new ManualClock();
        SmsEndpoint endpoint = start(store).context.getEndpoint(POLL_ONLY, SmsEndpoint.class);
        StoredStatusConsumer consumer = consumer(endpoint, manual, StoredStatusFixture::nothing);
        consumer.start();
        consumer.run();
        assertThat(simulator.statistics().statusRequests()).as("a poll that succeeds").isEqualTo(1);
        simulator.failNext(Operation.STATUS, Collections.nCopies(9, fault).toArray(Fault[]::new));
        int steps = 0;
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            boolean hasFailed = false;
            for (; lines(log, "succeed again").isEmpty() && steps < 1_000; steps++) {
                consumer.run();
                hasFailed |= consumer.getErrorCounter() > 0;
                boolean hasRecovered = !lines(log, "succeed again").isEmpty();
                assertThat(consumer.getErrorCounter() > 0).as("after %s steps", steps).isEqualTo(hasFailed && !hasRecovered);
                manual.advance(Duration.ofSeconds(2));
            }

            assertThat(log.at(Level.WARN)).last().asString().contains("succeed again");
            assertThat(lines(log, "succeed again")).hasSize(1);
            assertThat(lines(log, "responses to 9 polls were lost")).hasSize(kind.equals("lost") ? 1 : 0);
            assertThat(lines(log, "a poll for statuses failed")).hasSizeBetween(1, 1 + steps / 30);
            assertThat(log.at(Level.WARN)).filteredOn(line -> line.contains("Failed polling endpoint")).isEmpty();
        } finally {
            consumer.stop();
        }
        assertThat(simulator.statistics().statusRequests()).isEqualTo(11);
    }

    /** It does not know whether the service would respond again. */
    @Test
    void run_anotherNodeTakesOverFailingPolls_claimsNoSuccess() throws Exception {
        store.setShared(true);
        String polling = AccountLeases.ofStatuses(account);
        FailingStore slow = new FailingStore(store);
        SmsEndpoint endpoint = start(slow).context.getEndpoint(POLL_ONLY, SmsEndpoint.class);
        StoredStatusConsumer consumer = consumer(endpoint, new ManualClock(), StoredStatusFixture::nothing);
        consumer.start();
        simulator.failNext(Operation.STATUS, Fault.httpStatus(404));
        try (LogLines log = LogLines.of(Map.of("io.github.camelsms", Level.WARN))) {
            consumer.run();
            assertThat(consumer.account().monitor().statuses().arePollsFailing()).isTrue();
            slow.acquisitions = new CompletableFuture<>();
            clock.advance(Duration.ofHours(1));
            MessageStore.await(store.leases().acquire(polling, "other"));
            await().until(() -> owner(consumer) == null);
            consumer.run();
            assertThat(consumer.getErrorCounter()).as("no owner is known").isPositive();
            slow.acquisitions.complete(null);
            await().until(() -> "other".equals(owner(consumer)));
            consumer.run();

            assertThat(consumer.getErrorCounter()).isZero();
            assertThat(consumer.account().monitor().statuses().arePollsFailing()).isFalse();
            assertThat(lines(log, "succeed again")).isEmpty();
            assertThat(log.at(Level.WARN)).last().asString().contains("polls for statuses are left to node other");
        } finally {
            consumer.stop();
        }
    }

    private static String owner(StoredStatusConsumer consumer) {
        Ownership.Owner owner = consumer.account().pollOwnership().owner();
        return owner == null ? null : owner.node();
    }

    private static List<String> lines(LogLines log, String part) {
        return log.at(Level.WARN).stream().filter(line -> line.contains(part)).toList();
    }

    /** Polls once, with a manual clock for the consumer. */
    private int poll(String uri, EngineClock itsClock, Processor processor) throws Exception {
        SmsEndpoint endpoint = start(store).context.getEndpoint(uri, SmsEndpoint.class);
        StoredStatusConsumer consumer = consumer(endpoint, itsClock, processor);
        consumer.setExceptionHandler(failures);
        consumer.start();
        try {
            return consumer.poll();
        } finally {
            consumer.stop();
        }
    }

    private static StoredStatusConsumer consumer(SmsEndpoint endpoint, EngineClock itsClock, Processor processor) {
        StoredStatusConsumer consumer
                = new StoredStatusConsumer(endpoint, endpoint.getConfiguration(), Internals.accountOf(endpoint), processor) {
                    @Override
                    protected EngineClock clock() {
                        return itsClock;
                    }

                    @Override
                    long nanosOfLog() {
                        return itsClock.nanos();
                    }
                };
        consumer.setInitialDelay(3_600_000);
        return consumer;
    }

    /** Returns how many statuses another node receives. */
    private int claimed() {
        return MessageStore.await(store.statuses().claim(account, 10, Duration.ofMinutes(1))).size();
    }

    private void awaitPolls(int count) {
        long polls = simulator.statistics().statusRequests() + count;
        await().until(() -> simulator.statistics().statusRequests() >= polls);
    }
}
