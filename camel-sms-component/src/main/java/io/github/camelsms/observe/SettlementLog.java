package io.github.camelsms.observe;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.camelsms.engine.stored.Settlement;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Listener that logs what the statuses of an account's messages show and an operator must look into. Thread-safe.
 */
public class SettlementLog implements Settlement.Listener {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    final String account;

    public SettlementLog(String account) {
        this.account = account;
    }

    @Override
    public void inDoubt(List<SmsStoredMessage> messages) {
        log(messages, ids -> LOG.warn(
                "SMS account {}: {} PARKED, because the service reports a delivery with this id whose date fits an earlier request better. Find out whether it has arrived, then resend with sms:messages and operation=resend, or settle with operation=settle: {}",
                account, are(messages.size()), ids));
    }

    @Override
    public void contradicted(SmsStoredMessage message) {
        contradicted(account, message.code(), message.reason(), List.of(message));
    }

    /**
     * Logs messages that a response rejects and a delivery status reports as sent, whichever came first.
     *
     * @param code   code of the rejection of the first message, or null
     * @param reason reason of the rejection of the first message, or null
     */
    static void contradicted(
            String account, @Nullable Integer code, @Nullable String reason, List<SmsStoredMessage> messages) {
        log(account, messages, ids -> LOG.warn(
                "SMS account {}: the service contradicts itself about {}: its response rejects them (code {}: {}), and its delivery status is {}. They were probably sent, and stay {}. Do not send them again; ask the provider: {}",
                account, Count.of(messages.size(), "message"), code, reason,
                distinct(messages, SmsStoredMessage::deliveryStatus),
                distinct(messages, SmsStoredMessage::state), ids));
    }

    private static String distinct(List<SmsStoredMessage> messages, Function<SmsStoredMessage, @Nullable Object> field) {
        return messages.stream().map(field).distinct().map(String::valueOf).collect(Collectors.joining(" or "));
    }

    static String are(long messages) {
        return Count.of(messages, "message of unknown outcome is", "messages of unknown outcome are");
    }

    void log(List<SmsStoredMessage> messages, Consumer<LoggedIds> line) {
        log(account, messages, line);
    }

    private static void log(String account, List<SmsStoredMessage> messages, Consumer<LoggedIds> line) {
        if (!messages.isEmpty()) {
            LoggedIds ids = LoggedIds.of(messages.stream().map(SmsStoredMessage::correlationId).toList());
            line.accept(ids);
            ids.logAll(account);
        }
    }
}
