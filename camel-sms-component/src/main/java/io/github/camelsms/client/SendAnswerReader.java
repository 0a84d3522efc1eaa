package io.github.camelsms.client;

import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SendAnswer;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a send request: decides whether it speaks of each message or of the request as a whole.
 * <p>
 * A refusal of the whole request frees its messages to be sent again, so it counts only if nothing in the same answer
 * says that a message was taken, wherever it stands.
 */
final class SendAnswerReader {

    static final Set<Integer> NOT_UNDERSTOOD = Set.of(400, 404, 405, 413, 415, 422);

    private SendAnswerReader() {
    }

    static SendAnswer read(List<SmsMessage> batch, HttpReply.Received answer) {
        List<SmsSendResult> allAccepted = answer.isSuccess() ? PlainAnswerReader.read(batch, answer) : null;
        return allAccepted == null ? readAny(batch, answer) : new SendAnswer.Answered(allAccepted);
    }

    /** Reads an answer of any shape. */
    static SendAnswer readAny(List<SmsMessage> batch, HttpReply.Received answer) {
        JsonNode root = JsonShapes.parse(answer);
        ResultItems found = root == null ? ResultItems.NONE : ResultItems.find(root, batch.size());
        SendAnswer read = read(batch, answer, root, found.items());
        boolean takenElsewhere = root == null ? JsonShapes.mentionsSuccess(answer) : found.leaveTakenIn(root);
        return takenElsewhere ? withoutLeaveToResend(read, answer.status()) : read;
    }

    private static SendAnswer read(
            List<SmsMessage> batch, HttpReply.Received answer, @Nullable JsonNode root, List<ResultItem> items) {
        List<SmsSendResult> results = AnswerMatcher.match(batch, items);
        boolean taken = items.stream().anyMatch(ResultItem::mayBeTaken);
        Envelope envelope = root == null ? Envelope.NONE : Envelope.of(root);
        String words = envelope.inWords(batch);
        if (!answer.isSuccess()) {
            SendAnswer refusal = refusal(answer, words);
            return taken && !(refusal instanceof SendAnswer.Unknown) ? new SendAnswer.Answered(results) : refusal;
        }
        if (root == null) {
            return new SendAnswer.Unknown(
                    answer.status(), "the answer (HTTP status " + answer.status() + ") is "
                                     + (answer.body().length == 0 ? "empty" : "not readable as JSON"));
        }
        return taken ? new SendAnswer.Answered(results) : withoutAccepted(answer, envelope, words, items, results);
    }

    private static SendAnswer refusal(HttpReply.Received answer, String words) {
        int status = answer.status();
        if (status == SmsSendResult.CODE_TOO_MANY_REQUESTS) {
            return throttled(answer, "HTTP status 429");
        }
        if (status == 401 || status == 403) {
            return new SendAnswer.Unauthorized(status, HttpStatusWords.refused(status) + words);
        }
        if (NOT_UNDERSTOOD.contains(status)) {
            return new SendAnswer.NotUnderstood(status, HttpStatusWords.refused(status) + words);
        }
        return new SendAnswer.Unknown(status, HttpStatusWords.refused(status) + words);
    }

    private static SendAnswer withoutAccepted(
            HttpReply.Received answer, Envelope envelope, String words, List<ResultItem> items,
            List<SmsSendResult> results) {
        if (!items.isEmpty() && items.stream().allMatch(ResultItem::isThrottled)) {
            return throttled(answer, "code 429 in the answer");
        }
        Integer refusedAccess = items.isEmpty() ? envelope.code() : items.get(0).code();
        if (refusedAccess != null && isRefusalOfAccess(envelope, items)) {
            return new SendAnswer.Unauthorized(
                    refusedAccess, "the service refused the credentials: check user name and password" + words);
        }
        if (results.stream().anyMatch(result -> result.outcome() == SmsOutcome.REJECTED)) {
            return new SendAnswer.Answered(results);
        }
        if (envelope.hasCode(SmsSendResult.CODE_TOO_MANY_REQUESTS)) {
            return throttled(answer, "code 429 in the answer");
        }
        if (items.isEmpty()) {
            return new SendAnswer.Unknown(
                    answer.status(), "the answer has no results for the messages" + words);
        }
        return new SendAnswer.Answered(results);
    }

    private static boolean isRefusalOfAccess(Envelope envelope, List<ResultItem> items) {
        return items.isEmpty() ? envelope.isUnauthorized() : items.stream().allMatch(ResultItem::isRefusalOfAccess);
    }

    private static SendAnswer withoutLeaveToResend(SendAnswer answer, int status) {
        if (answer instanceof SendAnswer.Answered answered) {
            return new SendAnswer.Answered(
                    answered.results().stream()
                            .map(result -> result.outcome() == SmsOutcome.NOT_SENT ? contradicted(result) : result).toList());
        }
        return answer instanceof SendAnswer.Unknown
                ? answer
                : new SendAnswer.Unknown(
                        status, "the answer (HTTP status " + status
                                + ") refuses the request, and yet says of a message that it was taken");
    }

    private static SmsSendResult contradicted(SmsSendResult result) {
        return SmsSendResult.unknown(
                result.code(), "the answer speaks of accepted messages in more than one place", result.correlationId());
    }

    private static SendAnswer throttled(HttpReply.Received answer, String how) {
        return new SendAnswer.Throttled(answer.retryAfter(), "the service says too many requests (" + how + ")");
    }
}
