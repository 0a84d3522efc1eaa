package io.github.camelsms.optout;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsOptOut;

/**
 * Iterator over all opt-outs in the order of their numbers, which reads them from the store page by page. Not
 * thread-safe. It blocks while the store reads a page, and throws the store's exception if that fails.
 */
final class AllOptOuts implements Iterator<SmsOptOut> {

    private final OptOuts optOuts;
    private List<SmsOptOut> page;
    private int next;

    /** Reads the first page. */
    AllOptOuts(OptOuts optOuts) {
        this.optOuts = optOuts;
        this.page = StoreCalls.await(optOuts.find(null, OptOuts.MAX_NUMBERS));
    }

    @Override
    public boolean hasNext() {
        if (next == page.size() && page.size() == OptOuts.MAX_NUMBERS) {
            page = StoreCalls.await(optOuts.find(page.get(next - 1).number(), OptOuts.MAX_NUMBERS));
            next = 0;
        }
        return next < page.size();
    }

    @Override
    public SmsOptOut next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.get(next++);
    }

    /** Shows none of the numbers. */
    @Override
    public String toString() {
        return "AllOptOuts";
    }
}
