package io.github.camelsms.benchmarks.peers;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message and its callback.
 */
record Pending(SmsMessage message, Sender.Confirmation confirmation) {

    void confirm(PeerJson.@Nullable Item item) {
        confirmation.confirmed(item != null && item.isAccepted());
    }
}
