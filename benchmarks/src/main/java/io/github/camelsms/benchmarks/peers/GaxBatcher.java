package io.github.camelsms.benchmarks.peers;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiFunction;

import com.google.api.core.ApiFuture;
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
import com.google.common.util.concurrent.RateLimiter;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * A batcher of gax-java for one sender, with the result of each message as a future.
 */
final class GaxBatcher<R> implements AutoCloseable {

    /** The same number of outstanding messages as for the other rows. */
    private static final long MAX_OUTSTANDING = 10_000;

    private final BareClient client;
    private final RateLimiter limiter;
    private final ExecutorService threads = Executors.newFixedThreadPool(BareClient.IN_FLIGHT);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Batcher<SmsMessage, R> batcher;
    private final BiFunction<PeerJson.Item, Departure, R> results;

    /** Time of a request. */
    record Departure(Instant time) {

        static Departure now() {
            return new Departure(Instant.now());
        }
    }

    private record Response(PeerJson.Item[] items, Departure departure) {
    }

    /**
     * @param results returns the result of a message
     */
    GaxBatcher(URI baseUrl, Pace pace, BiFunction<PeerJson.Item, Departure, R> results) {
        this.results = results;
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

    /** Adds a message. Blocks while too many are outstanding. */
    ApiFuture<R> add(SmsMessage message) {
        return batcher.add(message);
    }

    @Override
    public void close() throws Exception {
        batcher.close();
        timer.shutdown();
        threads.shutdown();
        client.close();
    }

    /** Makes a request on one of as many threads as may be in flight. */
    private final class Post extends UnaryCallable<List<SmsMessage>, Response> {

        @Override
        public ApiFuture<Response> futureCall(List<SmsMessage> batch, @Nullable ApiCallContext context) {
            SettableApiFuture<Response> response = SettableApiFuture.create();
            threads.execute(() -> {
                try {
                    limiter.acquire();
                    Departure departure = Departure.now();
                    response.set(new Response(PeerJson.read(client.post(PeerJson.write(batch))), departure));
                } catch (IOException | RuntimeException e) {
                    response.setException(e);
                }
            });
            return response;
        }
    }

    /** Builds lists of messages, and finds the result of each by its correlation id. */
    private final class Descriptor implements BatchingDescriptor<SmsMessage, R, List<SmsMessage>, Response> {

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
        public void splitResponse(Response response, List<BatchEntry<SmsMessage, R>> batch) {
            Map<String, PeerJson.Item> byId = PeerJson.byId(response.items);
            for (BatchEntry<SmsMessage, R> entry : batch) {
                PeerJson.Item item = byId.get(entry.getElement().correlationId());
                if (item == null) {
                    entry.getResultFuture().setException(new IllegalStateException("no item for this message"));
                } else {
                    entry.getResultFuture().set(results.apply(item, response.departure));
                }
            }
        }

        @Override
        public void splitException(Throwable failure, List<BatchEntry<SmsMessage, R>> batch) {
            batch.forEach(entry -> entry.getResultFuture().setException(failure));
        }

        @Override
        public long countBytes(SmsMessage message) {
            return 1; // Not limited by size.
        }
    }
}
