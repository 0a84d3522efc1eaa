package io.github.camelsms.message;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.camelsms.dispatch.ReadFailure;
import io.github.camelsms.dispatch.ResultSink;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Takes the results of what a {@link PartSource} gave to the engine, and hands on one for each element of its input. It
 * knows of no more than the engine holds: what has its result is forgotten.
 */
public final class PartResults implements ResultSink {

    private final ResultSink elements;
    /** By position among all that the engine was given. Filled by readers, emptied by the loop. */
    private final Map<Long, Part> expected = new ConcurrentHashMap<>();
    private long nextPart;
    private long nextElement;
    /** What went wrong while a whole was made of its parts; the exchange then fails. */
    private @Nullable Throwable failure;

    public PartResults(ResultSink elements) {
        this.elements = elements;
    }

    private record Part(WholeResult whole, int number) {
    }

    /**
     * The next element is about to be given to the engine. Called by one reader at a time.
     *
     * @param correlationId the element's own id
     * @param parts         how many parts it has; 1 if it is not split
     */
    public void expect(@Nullable String correlationId, int parts) {
        WholeResult whole = new WholeResult(nextElement++, correlationId, parts);
        for (int part = 0; part < parts; part++) {
            expected.put(nextPart++, new Part(whole, part));
        }
    }

    @Override
    public void result(long index, SmsSendResult result) {
        try {
            Part part = expected.remove(index);
            if (part != null && part.whole().add(part.number(), result)) {
                elements.result(part.whole().index(), part.whole().result());
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    @Override
    public void completed(@Nullable ReadFailure unread) {
        if (unread != null) {
            try {
                endHalfDone(unread);
            } catch (Throwable e) {
                failure = e;
            }
        }
        elements.completed(
                failure == null || unread != null
                        ? unread : new ReadFailure("the results of the parts could not be put together", failure));
    }

    private void endHalfDone(ReadFailure unread) {
        expected.values().stream().map(Part::whole).distinct().filter(WholeResult::isHalfDone).forEach(whole -> {
            whole.endUnsent(unread.reason());
            elements.result(whole.index(), whole.result());
        });
    }
}
