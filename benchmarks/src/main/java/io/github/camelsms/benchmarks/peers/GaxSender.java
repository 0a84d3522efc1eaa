package io.github.camelsms.benchmarks.peers;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import com.google.api.core.ApiFuture;
import com.google.api.core.ApiFutureCallback;
import com.google.api.core.ApiFutures;
import com.google.api.core.SettableApiFuture;
import com.google.api.gax.batching.BatchEntry;
import com.google.api.gax.batching.Batcher;
import com.google.api.gax.batching.BatcherImpl;
import com.google.api.gax.batching.BatchingDescriptor;
import com.google.api.gax.batching.BatchingRequestBuilder;
import com.google.api.gax.batching.BatchingSettings;
import com.google.api.gax.batching.FlowControlSettings;
import com.google.api.gax.batching.FlowController;
import com.google.api.gax.rpc.ApiCallContext;
import com.google.api.gax.rpc.UnaryCallable;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.RateLimiter;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * The batcher of gax-java, used by Google's clients, over the bare client and Jackson, with Guava's rate limiter.
 */
public final class GaxSender implements Sender {

    /** The same number of outstanding messages as for the other rows. */
    private static final long MAX_OUTSTANDING = 10_000;

    private final BareClient client;
    private final RateLimiter limiter;
    private final ExecutorService threads = Executors.newFixedThreadPool(BareClient.IN_FLIGHT);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Batcher<SmsMessage, PeerJson.Item> batcher;

    public GaxSender(URI baseUrl, Pace pace) {
        client = new BareClient(baseUrl);
        limiter = RateLimiter.create(pace.requestsPerSecond());
        BatchingSettings settings = BatchingSettings.newBuilder()
                .setElementCountThreshold((long) PreparedMessages.BATCH)
                .setRequestByteThreshold(Long.MAX_VALUE)
                .setDelayThresholdDuration(pace.linger())
                .setFlowControlSettings(
                        FlowControlSettings.newBuilder()
                                .setLimitExceededBehavior(FlowController.LimitExceededBehavior.Block)
                                .setMaxOutstandingElementCount(MAX_OUTSTANDING)
                                .setMaxOutstandingRequestBytes(Long.MAX_VALUE)
                                .build())
                .build();
        batcher = new BatcherImpl<>(new Descriptor(), new Post(), List.of(), settings, timer);
    }

    @Override
    public String name() {
        return "gax";
    }

    @Override
    public void send(SmsMessage message, Confirmation confirmation) {
        ApiFutures.addCallback(batcher.add(message), new ApiFutureCallback<PeerJson.Item>() {

            @Override
            public void onSuccess(PeerJson.Item item) {
                confirmation.confirmed(item.isAccepted());
            }

            @Override
            public void onFailure(Throwable failure) {
                confirmation.confirmed(false);
            }
        }, MoreExecutors.directExecutor());
    }

    @Override
    public void close() throws Exception {
        batcher.close();
        timer.shutdown();
        threads.shutdown();
        client.close();
    }

    /** Makes a request on one of as many threads as may be in flight. */
    private final class Post extends UnaryCallable<List<SmsMessage>, PeerJson.Item[]> {

        @Override
        public ApiFuture<PeerJson.Item[]> futureCall(List<SmsMessage> batch, @Nullable ApiCallContext context) {
            SettableApiFuture<PeerJson.Item[]> response = SettableApiFuture.create();
            threads.execute(() -> {
                try {
                    limiter.acquire();
                    response.set(PeerJson.read(client.post(PeerJson.write(batch))));
                } catch (IOException | RuntimeException e) {
                    response.setException(e);
                }
            });
            return response;
        }
    }

    /** Builds lists of messages, and finds the result of each by its correlation id. */
    private static final class Descriptor
            implements BatchingDescriptor<SmsMessage, PeerJson.Item, List<SmsMessage>, PeerJson.Item[]> {

        @Override
        public BatchingRequestBuilder<SmsMessage, List<SmsMessage>> newRequestBuilder(List<SmsMessage> prototype) {
            List<SmsMessage> batch = new ArrayList<>(PreparedMessages.BATCH);
            return new BatchingRequestBuilder<>() {

                @Override
                public void add(SmsMessage message) {
                    batch.add(message);
                }

                @Override
                public List<SmsMessage> build() {
                    return batch;
                }
            };
        }

        @Override
        public void splitResponse(PeerJson.Item[] items, List<BatchEntry<SmsMessage, PeerJson.Item>> batch) {
            Map<String, PeerJson.Item> byId = PeerJson.byId(items);
            for (BatchEntry<SmsMessage, PeerJson.Item> entry : batch) {
                PeerJson.Item item = byId.get(entry.getElement().correlationId());
                if (item == null) {
                    entry.getResultFuture().setException(new IllegalStateException("no item for this message"));
                } else {
                    entry.getResultFuture().set(item);
                }
            }
        }

        @Override
        public void splitException(Throwable failure, List<BatchEntry<SmsMessage, PeerJson.Item>> batch) {
            batch.forEach(entry -> entry.getResultFuture().setException(failure));
        }

        @Override
        public long countBytes(SmsMessage message) {
            return 1; // Not limited by size.
        }
    }
}
