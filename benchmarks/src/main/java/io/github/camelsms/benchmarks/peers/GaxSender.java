package io.github.camelsms.benchmarks.peers;

import java.net.URI;

import com.google.api.core.ApiFutureCallback;
import com.google.api.core.ApiFutures;
import com.google.common.util.concurrent.MoreExecutors;
import io.github.camelsms.model.SmsMessage;

/**
 * The batcher of gax-java, used by Google's clients, over the bare client and Jackson, with Guava's rate limiter.
 */
public final class GaxSender implements Sender {

    private final GaxBatcher<PeerJson.Item> batcher;

    public GaxSender(URI baseUrl, Pace pace) {
        batcher = new GaxBatcher<>(baseUrl, pace, (item, departure) -> item);
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
    }
}
