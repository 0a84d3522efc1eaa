package io.github.camelsms.client;

import java.util.List;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;

/**
 * Reader of the response to a send request. It decides whether the response has a result for each message or one for
 * the whole request.
 * <p>
 * Messages of a request that was rejected as a whole may be retried. Therefore a rejection is believed only if nothing
 * in the response indicates that the service accepted a message.
 */
final class SendResponseReader {

    private static final String SAYS_ACCEPTED = "says that the service accepted a message";
    private static final String CODE_429 = "code 429 in the response";

    private SendResponseReader() {
    }

    static SendResponse read(List<SmsMessage> batch, HttpReply.Received response) {
        SendResponseParser.Content content = SendResponseParser.parse(batch, response);
        SendResponse read = read(batch, response, content);
        SendResponse certain = read;
        if (content.hasAcceptedElsewhere()) {
            certain = withoutRetry(read, response.status(), SAYS_ACCEPTED);
        } else if (content.isCut()) {
            certain = withoutRetry(read, response.status(), "ends in the middle of its JSON");
        }
        boolean isThrottled = response.status() == SmsSendResult.CODE_TOO_MANY_REQUESTS || content.hasThrottled();
        return isThrottled ? withThrottling(certain, response) : certain;
    }

    private static SendResponse read(
            List<SmsMessage> batch, HttpReply.Received response, SendResponseParser.Content content) {
        List<ResultItem> items = content.items();
        List<SmsSendResult> results = ResultMatcher.match(batch, items, response.credentials());
        if (content.hasAccepted() && response.isSuccess()) {
            return new SendResponse.Processed(results);
        }
        String suffix = content.envelope().suffix(batch, response.credentials());
        if (!response.isSuccess()) {
            SendResponse refusal = refusal(response, suffix, isThrottled(content, results));
            if (refusal instanceof SendResponse.Unknown) {
                return refusal;
            }
            return content.hasAccepted()
                    ? new SendResponse.Processed(results)
                    : content.envelope().isOk() ? withoutRetry(refusal, response.status(), SAYS_ACCEPTED) : refusal;
        }
        if (!content.isJson()) {
            return new SendResponse.Unknown(
                    response.status(), "the response (HTTP status " + response.status() + ") is "
                                       + (response.body().length == 0 ? "empty" : "not readable as JSON"));
        }
        return withoutAccepted(response, content, suffix, results);
    }

    private static SendResponse refusal(HttpReply.Received response, String suffix, boolean hasThrottled) {
        int status = response.status();
        if (status == SmsSendResult.CODE_TOO_MANY_REQUESTS) {
            return throttled(response, "HTTP status 429");
        }
        if (hasThrottled && HttpStatuses.isNotAccepted(status)) {
            return throttled(response, CODE_429);
        }
        if (HttpStatuses.isUnauthorized(status)) {
            return new SendResponse.Unauthorized(
                    status, HttpStatuses.describe(status) + response.credentials().hint() + suffix);
        }
        if (HttpStatuses.isNotUnderstood(status)) {
            return new SendResponse.NotUnderstood(status, HttpStatuses.describe(status) + suffix);
        }
        return new SendResponse.Unknown(status, HttpStatuses.describe(status) + suffix);
    }

    private static SendResponse withoutAccepted(
            HttpReply.Received response, SendResponseParser.Content content, String suffix, List<SmsSendResult> results) {
        List<ResultItem> items = content.items();
        Envelope envelope = content.envelope();
        boolean isWhole = isWhole(content, results);
        if (isWhole && areThrottled(items)) {
            return throttled(response, CODE_429);
        }
        Integer unauthorizedCode = items.isEmpty() ? envelope.code() : items.get(0).code();
        if (isWhole && unauthorizedCode != null && isUnauthorized(envelope, items)) {
            return new SendResponse.Unauthorized(
                    unauthorizedCode, "the service rejected the credentials: check user name and password"
                                      + response.credentials().hint() + suffix);
        }
        boolean hasResults = results.size() > 1 ? !items.isEmpty() : items.stream().anyMatch(ResultItem::isOfMessage);
        if (hasResults && results.stream().anyMatch(result -> result.outcome() == SmsOutcome.REJECTED)) {
            return new SendResponse.Processed(results);
        }
        if (isWhole && envelope.hasCode(SmsSendResult.CODE_TOO_MANY_REQUESTS)) {
            return throttled(response, CODE_429);
        }
        if (!hasResults) {
            return new SendResponse.Unknown(
                    response.status(), "the response has no results for the messages" + suffix);
        }
        return new SendResponse.Processed(results);
    }

    /**
     * Returns whether a refusal applies to each message of the request. It does not apply to a message without a result
     * if the response says OK as a whole, or has results of other messages.
     */
    private static boolean isWhole(SendResponseParser.Content content, List<SmsSendResult> results) {
        return !content.envelope().isOk() && !content.hasCorrelationId()
                || results.stream().noneMatch(result -> result.outcome() == SmsOutcome.UNKNOWN);
    }

    private static boolean isThrottled(SendResponseParser.Content content, List<SmsSendResult> results) {
        boolean hasThrottled
                = areThrottled(content.items()) || content.envelope().hasCode(SmsSendResult.CODE_TOO_MANY_REQUESTS);
        return hasThrottled && isWhole(content, results);
    }

    private static boolean areThrottled(List<ResultItem> items) {
        return !items.isEmpty() && items.stream().allMatch(ResultItem::isThrottled);
    }

    /** Marks a response with a code 429, which may contradict the rest of it. */
    private static SendResponse withThrottling(SendResponse read, HttpReply.Received response) {
        if (read instanceof SendResponse.Processed processed) {
            return new SendResponse.Processed(processed.results(), true, response.retryAfter());
        }
        return read instanceof SendResponse.Unknown unknown
                ? new SendResponse.Unknown(unknown.code(), unknown.reason(), true, response.retryAfter()) : read;
    }

    private static boolean isUnauthorized(Envelope envelope, List<ResultItem> items) {
        return items.isEmpty() ? envelope.isUnauthorized() : items.stream().allMatch(ResultItem::isUnauthorized);
    }

    private static SendResponse withoutRetry(SendResponse response, int status, String why) {
        if (response instanceof SendResponse.Processed processed) {
            return new SendResponse.Processed(
                    processed.results().stream()
                            .map(result -> result.outcome() == SmsOutcome.NOT_SENT ? contradicted(result) : result).toList());
        }
        return response instanceof SendResponse.Unknown
                ? response
                : new SendResponse.Unknown(
                        status, "the response (HTTP status " + status
                                + ") rejects the request, but " + why);
    }

    private static SmsSendResult contradicted(SmsSendResult result) {
        return SmsSendResult.unknown(
                result.code(), "the response has accepted messages in more than one place", result.correlationId());
    }

    private static SendResponse throttled(HttpReply.Received response, String how) {
        return new SendResponse.Throttled(response.retryAfter(), "too many requests (" + how + ")");
    }
}
