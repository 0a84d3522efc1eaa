package io.github.camelsms.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonToken;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Streaming parser of the response to a send request. The interface does not guarantee the envelope around the results.
 * <p>
 * Results are the elements of the interface's array, or of the only array of results inside one or two objects, under
 * any name. For a batch of one message, the only object with a status is also a result, at the top level or inside one
 * or two objects, unless it says OK without an id.
 */
final class SendResponseParser {

    /**
     * Content of a response.
     *
     * @param isJson               whether the whole body is JSON; otherwise there are no results
     * @param items                the results in the response's order; empty if there are none, or more than one array
     *                             of them
     * @param envelope             status, code and message of the response as a whole
     * @param hasAccepted          whether a result indicates that the service may have accepted its message
     * @param hasAcceptedElsewhere whether the response indicates outside the results that the service accepted a
     *                             message
     * @param isCut                whether the body ends in the middle of its JSON, so that its rest could indicate it
     * @param hasThrottled         whether the response has a code 429, anywhere
     * @param hasCorrelationId     whether the response has a correlation id, anywhere
     */
    record Content(boolean isJson, List<ResultItem> items, Envelope envelope, boolean hasAccepted,
            boolean hasAcceptedElsewhere, boolean isCut, boolean hasThrottled, boolean hasCorrelationId) {
    }

    private static final Content NOT_JSON = new Content(
            false, List.of(), Envelope.NONE, false, false, false, false, false);
    private static final int MAX_WRAPPERS = 2;
    private static final int RESULT_FIELDS
            = 1 << SendResponseTokens.STATUS | 1 << SendResponseTokens.CODE | 1 << SendResponseTokens.ID_SMS
              | 1 << SendResponseTokens.CORRELATION_ID;

    private final List<SmsMessage> batch;
    private final SendResponseTokens json;

    private int arrays;
    private List<ResultItem> arrayItems = List.of();
    private final List<ResultItem> single = new ArrayList<>(1);
    /** Whether the last object in <code>single</code> is one of <code>accepted</code>. */
    private boolean isSingleAccepted;
    private boolean rootHasArray;
    private Envelope envelope = Envelope.NONE;
    private int envelopeDepth = Envelope.MAX_DEPTH + 1;
    /** Number of objects which indicate that the service may have accepted a message. */
    private int accepted;
    private boolean hasThrottled;
    private boolean hasCorrelationId;
    /** Whether the last object that was read has a result field. */
    private boolean isResult;

    private SendResponseParser(List<SmsMessage> batch, SendResponseTokens json) {
        this.batch = batch;
        this.json = json;
    }

    /**
     * Parses a response.
     *
     * @param batch the messages of the request
     */
    static Content parse(List<SmsMessage> batch, HttpReply.Received response) {
        Content content = NOT_JSON;
        try (SendResponseTokens json = SendResponseTokens.of(response.body())) {
            content = new SendResponseParser(batch, json).parse();
        } catch (IOException e) {
            // Not JSON in UTF-8, UTF-16 or UTF-32.
        }
        if (content.isJson() || ResponseText.isUtf8(response.body())) {
            return content;
        }
        try (SendResponseTokens json = SendResponseTokens.of(ResponseText.text(response))) {
            return new SendResponseParser(batch, json).parse();
        } catch (IOException e) {
            return content;
        }
    }

    private Content parse() throws IOException {
        boolean isJson;
        boolean isCut = false;
        try {
            JsonToken root = json.next();
            isJson = root != null && root != JsonToken.VALUE_NULL;
            readValue(root, 0, false);
            for (JsonToken more = json.next(); more != null; more = json.next()) {
                isJson = false;
                readValue(more, 0, false);
            }
        } catch (IOException e) {
            isJson = false;
            isCut = json.isCut(e);
        }
        return isJson
                ? content()
                : new Content(
                        false, List.of(), Envelope.NONE, false, json.mentionsSuccess(), isCut, hasThrottled,
                        hasCorrelationId);
    }

    private Content content() {
        boolean isArray = arrays > 0;
        boolean isClear = isArray ? arrays == 1 : batch.size() == 1 && single.size() == 1 && !saysOnlyOk(single.get(0));
        List<ResultItem> items = isClear ? isArray ? arrayItems : single : List.of();
        int acceptedItems = 0;
        for (ResultItem item : items) {
            acceptedItems += item.mayBeAccepted() ? 1 : 0;
        }
        int counted = isArray || isSingleAccepted ? acceptedItems : 0;
        return new Content(
                true, items, envelope, acceptedItems > 0, accepted > counted, false, hasThrottled, hasCorrelationId);
    }

    /** Returns whether an object says OK without an id, like a health page or an envelope. */
    private static boolean saysOnlyOk(ResultItem item) {
        return item.mayBeAccepted() && item.correlationId() == null && item.smsId() == null;
    }

    /**
     * Reads the rest of a value.
     *
     * @param first  its first token
     * @param depth  number of objects around it
     * @param inList whether it is in an array, at any distance
     */
    private void readValue(@Nullable JsonToken first, int depth, boolean inList) throws IOException {
        if (first == JsonToken.START_ARRAY) {
            readArray(depth, inList);
        } else if (first == JsonToken.START_OBJECT) {
            readObject(depth, inList, false, null);
        }
    }

    private void readArray(int depth, boolean inList) throws IOException {
        Envelope outerEnvelope = envelope;
        int outerDepth = envelopeDepth;
        boolean mayHoldResults = !inList && depth <= MAX_WRAPPERS;
        List<ResultItem> items = mayHoldResults ? new ArrayList<>(batch.size()) : List.of();
        boolean hasResults = false;
        int size = 0;
        for (JsonToken value = json.next(); value != JsonToken.END_ARRAY; value = json.next()) {
            ResultItem item = ResultItem.EMPTY;
            if (value == JsonToken.START_OBJECT) {
                item = readObject(depth, true, true, size < batch.size() ? batch.get(size).correlationId() : null);
                hasResults |= isResult;
            } else {
                readValue(value, depth, true);
            }
            if (mayHoldResults) {
                items.add(item);
            }
            size++;
        }
        if (size != 1) {
            // Only an array of one element is treated as that element.
            envelope = outerEnvelope;
            envelopeDepth = outerDepth;
        }
        if (hasResults && mayHoldResults) {
            arrays++;
            arrayItems = items;
        }
    }

    /**
     * Reads the rest of an object. The last of several fields with the same name is used. A name that differs in case
     * is used only if the exact name is missing. The others still count as indications that the message was accepted.
     *
     * @param isElement  whether the object is an element of an array
     * @param expectedId its probable correlation id, or null
     */
    private ResultItem readObject(int depth, boolean inList, boolean isElement, @Nullable String expectedId)
            throws IOException {
        String status = null;
        Integer code = null;
        String smsId = null;
        String correlationId = null;
        String message = null;
        int present = 0;
        int exact = 0;
        int outerSingles = single.size();
        int outerArrays = arrays;
        boolean saysAccepted = false;
        int count = 0;
        for (int field = json.nextField(0); field != SendResponseTokens.END; field = json.nextField(++count)) {
            int bit = 1 << field;
            boolean isExact = json.isExactName();
            JsonToken value = json.nextValue();
            if (field != SendResponseTokens.OTHER && (isExact || (exact & bit) == 0)) {
                exact |= isExact ? bit : 0;
                present = value == JsonToken.VALUE_NULL ? present & ~bit : present | bit;
                switch (field) {
                    case SendResponseTokens.STATUS -> {
                        status = json.status(value);
                        saysAccepted |= ResultItem.isOk(status);
                    }
                    case SendResponseTokens.CODE -> {
                        code = json.integer(value);
                        saysAccepted |= ResultItem.isAccepted(code);
                    }
                    case SendResponseTokens.ID_SMS -> smsId = json.smsId(value);
                    case SendResponseTokens.CORRELATION_ID -> correlationId = json.text(value, expectedId);
                    default -> message = json.text(value, null);
                }
            } else if (field == SendResponseTokens.STATUS) {
                saysAccepted |= ResultItem.isOk(json.status(value));
            } else if (field == SendResponseTokens.CODE) {
                saysAccepted |= ResultItem.isAccepted(json.integer(value));
            }
            if (value == JsonToken.START_ARRAY || value == JsonToken.START_OBJECT) {
                rootHasArray |= depth == 0 && value == JsonToken.START_ARRAY;
                readValue(value, depth + 1, inList);
            }
        }
        hasThrottled |= code != null && code == SmsSendResult.CODE_TOO_MANY_REQUESTS;
        hasCorrelationId |= correlationId != null;
        isResult = (present & RESULT_FIELDS) != 0;
        ResultItem item
                = isResult ? ResultItem.of(status, code, smsId, correlationId, message, saysAccepted) : ResultItem.EMPTY;
        boolean isAccepted = item.mayBeAccepted() && (isElement || isOfMessage(item, depth, arrays > outerArrays));
        accepted += isAccepted ? 1 : 0;
        if (!inList && (present & 1 << SendResponseTokens.STATUS) != 0) {
            noteSingle(item, isAccepted, depth, outerSingles);
        }
        Envelope found = depth < envelopeDepth ? Envelope.of(status, code, message) : Envelope.NONE;
        if (!found.isNone()) {
            envelope = found;
            envelopeDepth = depth;
        }
        return item;
    }

    /** Excludes the envelope, which may have the status OK too, but has no id, and is the root or has the results. */
    private static boolean isOfMessage(ResultItem item, int depth, boolean hasArray) {
        return item.correlationId() != null || item.smsId() != null || depth > 0 && !hasArray;
    }

    /**
     * Records an object that may be the result of a batch of one message. It replaces such objects inside it, unless it
     * is the root. If the root has an array, the root's status and code belong to the envelope.
     */
    private void noteSingle(ResultItem item, boolean isAccepted, int depth, int outerSingles) {
        if (depth == 0 ? single.isEmpty() && !rootHasArray : depth <= MAX_WRAPPERS) {
            single.subList(outerSingles, single.size()).clear();
            single.add(item);
            isSingleAccepted = isAccepted;
        }
    }
}
