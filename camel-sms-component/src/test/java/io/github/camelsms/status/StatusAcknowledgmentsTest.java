package io.github.camelsms.status;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.consume.VisibilityTimeout;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests a consumer of statuses whose store does not confirm acknowledgments and releases. Another node polls.
 */
class StatusAcknowledgmentsTest extends StoredStatusFixture {

    private static final int MAX_UNCONFIRMED = 8;

    private final List<CompletableFuture<Void>> confirmations = new CopyOnWriteArrayList<>();
    private final List<Long> unconfirmedAtClaims = new CopyOnWriteArrayList<>();
    private volatile Thread poller;

    @Test
    void poll_acknowledgmentsNotConfirmed_routesNineBlocksAndThenWaits() throws Exception {
        int routed = MAX_UNCONFIRMED + 1;
        storeBlocks(routed + 1);

        Node node = start(withoutConfirmations(), POLL, StoredStatusFixture::nothing);
        await().until(() -> confirmations.size() > routed || confirmations.size() == routed && isPollerWaiting());

        assertThat(node.ids()).containsExactlyElementsOf(idsOf(0, routed));
        assertThat(unconfirmedAtClaims).hasSize(routed).allMatch(unconfirmed -> unconfirmed <= MAX_UNCONFIRMED);
        confirmations.get(0).complete(null);
        await().until(() -> node.statuses().getReceivedCounter() == routed + 1);
        confirmations.forEach(confirmation -> confirmation.complete(null));
    }

    /** The next poll would be an hour later. */
    @Test
    void stop_acknowledgmentFailed_isRepeated() throws Exception {
        storeBlocks(1);
        StoreFaults faults = new StoreFaults(store);
        faults.failOnce("acknowledge", false);
        Node node = start(
                faults.store(), "sms:status?delay=3600000&initialDelay=0&bridgeErrorHandler=true",
                StoredStatusFixture::nothing);
        await().until(() -> node.errors().getReceivedCounter() == 1);

        node.context.getRouteController().stopRoute("poll");

        clock.advance(VisibilityTimeout.VISIBILITY);
        assertThat(MessageStore.await(store.statuses().claim(account, 10, Duration.ZERO))).isEmpty();
    }

    /** Otherwise the status would be redelivered after a minute. */
    @Test
    void poll_releaseAfterAFailedExchangeFails_isRepeated() throws Exception {
        storeBlocks(1);
        StoreFaults faults = new StoreFaults(store);
        faults.failOnce("release", false);
        AtomicInteger attempts = new AtomicInteger();
        AtomicInteger releases = new AtomicInteger();
        MessageStatuses statuses = proxy(MessageStatuses.class, faults.store().statuses(), (method, result) -> {
            if (method.getName().equals("release")) {
                releases.incrementAndGet();
            }
            return result;
        });
        Node node = start(with(statuses), POLL, exchange -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("no room for this one");
            }
        });
        await().until(() -> releases.get() == 2);

        clock.advance(StatusAcknowledgments.delay(1));

        await().until(() -> node.statuses().getReceivedCounter() == 1);
        assertThat(attempts).hasValue(2);
        assertThat(node.errors().getReceivedCounter()).isEqualTo(1);
    }

    @Test
    void poll_interruptedBeforeTheClaimIsConfirmed_releasesTheStatuses() throws Exception {
        storeBlocks(1);
        CompletableFuture<Void> confirmation = new CompletableFuture<>();
        CountDownLatch isClaimed = new CountDownLatch(1);
        MessageStatuses statuses = proxy(MessageStatuses.class, store.statuses(), (method, result) -> {
            if (method.getName().equals("claim")) {
                isClaimed.countDown();
                return confirmation.thenCompose(done -> (CompletionStage<?>) result);
            }
            return result;
        });
        Node node = start(with(statuses), POLL + "&startScheduler=false", StoredStatusFixture::nothing);
        Thread poll = new Thread((StoredStatusConsumer) node.context.getRoute("poll").getConsumer());
        poll.start();
        assertThat(isClaimed.await(60, TimeUnit.SECONDS)).isTrue();

        poll.interrupt();
        poll.join();
        confirmation.complete(null);

        assertThat(MessageStore.await(store.statuses().claim(account, 10, Duration.ZERO))).hasSize(1);
    }

    private boolean isPollerWaiting() {
        return List.of(Thread.State.WAITING, Thread.State.TIMED_WAITING).contains(poller.getState());
    }

    /** Stores blocks of one status each. */
    private void storeBlocks(int count) {
        SmsLease lease = ((SmsLeaseResult.Granted) MessageStore.await(
                store.leases().acquire(AccountLeases.ofStatuses(account), "other"))).lease();
        for (int i = 0; i < count; i++) {
            long block = MessageStore.await(store.statuses().announce(account, lease, Duration.ofMinutes(1))).orElseThrow();
            MessageStore.await(store.statuses().receive(block, new byte[] { 1 }));
            SmsStatus status = new SmsStatus(
                    "m" + i, NUMBER, Instant.parse("2026-03-10T15:00:00Z"), SmsDeliveryStatus.SENT, "SENT");
            MessageStore.await(store.statuses().read(block, List.of(status)));
        }
    }

    /** Returns the store, which carries acknowledgments out at once and confirms them on demand. */
    private MessageStore withoutConfirmations() {
        MessageStatuses statuses = proxy(MessageStatuses.class, store.statuses(), (method, result) -> {
            if (method.getName().equals("claim")) {
                unconfirmedAtClaims.add(confirmations.stream().filter(confirmation -> !confirmation.isDone()).count());
            } else if (method.getName().equals("acknowledge")) {
                CompletableFuture<Void> confirmation = new CompletableFuture<>();
                poller = Thread.currentThread();
                confirmations.add(confirmation);
                return confirmation.thenCompose(done -> (CompletionStage<?>) result);
            }
            return result;
        });
        return with(statuses);
    }

    private MessageStore with(MessageStatuses statuses) {
        return proxy(MessageStore.class, store, (method, result) -> method.getName().equals("statuses") ? statuses : result);
    }

    private interface Change {
        Object apply(Method method, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Change change) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            try {
                return change.apply(method, method.invoke(target, arguments));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
