package io.github.camelsms.messages;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

import io.github.camelsms.store.SmsMessagePage;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

/**
 * Iterator over found messages that reads them from the store page by page, so that only one page is in memory. Not
 * thread-safe. It blocks while the store reads a page, and throws the store's exception if that fails.
 */
final class FoundMessages implements Iterator<SmsStoredMessage> {

    private final Function<SmsMessagePage.@Nullable Key, SmsMessagePage> pages;
    private Iterator<SmsStoredMessage> page;
    /** Where the next page begins, or null after the last one. */
    private SmsMessagePage.@Nullable Key next;

    /**
     * Reads the first page.
     *
     * @param pages returns the page at a position
     */
    FoundMessages(Function<SmsMessagePage.@Nullable Key, SmsMessagePage> pages) {
        this.pages = pages;
        this.page = read();
    }

    private Iterator<SmsStoredMessage> read() {
        SmsMessagePage read = pages.apply(next);
        next = read.next();
        return read.messages().iterator();
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && next != null) {
            page = read();
        }
        return page.hasNext();
    }

    @Override
    public SmsStoredMessage next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }

    /** Shows none of the messages. */
    @Override
    public String toString() {
        return "FoundMessages";
    }
}
