package io.github.camelsms.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Sink that combines the results of the segments of a {@link PartSource} into one result for each message. It keeps
 * only the segments that have no result yet.
 */
public final class PartResults implements ResultSink {

    private final ResultSink elements;
    /** By position in the engine's input. Filled by readers, emptied by the loop. */
    private final Map<Long, Part> expected = new ConcurrentHashMap<>();
    private long nextPart;
    private long nextElement;
    /** Error while results were combined; the exchange then fails. */
    private @Nullable Throwable failure;
    /**
     * Messages whose results could not be combined. Created with its space, because the memory may be used up later.
     */
    private final List<WholeResult> uncombined = new ArrayList<>(8);

    public PartResults(ResultSink elements) {
        this.elements = elements;
    }

    private record Part(WholeResult whole, int number) {
    }

    /**
     * Announces the next message before the engine receives it. Called by one reader at a time.
     *
     * @param correlationId the message's own id, or null if it is not split
     * @param parts         its number of segments; 1 if it is not split
     */
    public void expect(@Nullable String correlationId, int parts) {
        WholeResult whole = new WholeResult(nextElement++, correlationId, parts);
        for (int part = 0; part < parts; part++) {
            expected.put(nextPart++, new Part(whole, part));
        }
    }

    @Override
    public void result(long index, SmsSendResult result) {
        WholeResult whole = null;
        try {
            Part part = expected.remove(index);
            whole = part == null ? null : part.whole();
            if (part != null && part.whole().add(part.number(), result)) {
                elements.result(part.whole().index(), part.whole().result());
            }
        } catch (Throwable e) {
            failed(whole, e);
        }
    }

    @Override
    public void stored(long index, String correlationId, boolean isDuplicate) {
        elements.stored(index, correlationId, isDuplicate);
    }

    @Override
    public void completed(@Nullable ReadFailure unread) {
        try {
            if (unread != null) {
                expected.values().stream().map(Part::whole).distinct().filter(WholeResult::isPartial)
                        .forEach(whole -> endPartial(whole, unread));
            }
            // Otherwise their exchange would look as if nothing had been sent.
            uncombined.forEach(whole -> elements.result(whole.index(), whole.unknown()));
        } catch (Throwable e) {
            failure = e;
        }
        elements.completed(
                failure == null || unread != null
                        ? unread : new ReadFailure("the results of the segments could not be combined", failure));
    }

    private void endPartial(WholeResult whole, ReadFailure unread) {
        try {
            whole.endUnsent(unread.reason());
            elements.result(whole.index(), whole.result());
        } catch (Throwable e) {
            failed(whole, e);
        }
    }

    private void failed(@Nullable WholeResult whole, Throwable cause) {
        failure = cause;
        if (whole != null) {
            uncombined.add(whole);
        }
    }
}
