package io.github.camelsms.benchmarks.backlog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.github.camelsms.model.SmsMessage;

/**
 * Factory of messages like those of a campaign: a text of about 100 characters, a number, and a unique correlation id.
 * Thread-safe.
 */
public final class Messages {

    private static final String TEXT
            = "Your parcel arrives tomorrow between 9 and 12 o'clock. To change this, reply with the word LATER. Parcel ";

    private static final long NUMBERS = 100_000_000;

    private final String prefix;
    private final AtomicLong made = new AtomicLong();

    /**
     * @param prefix unique prefix of the correlation ids
     */
    public Messages(String prefix) {
        this.prefix = prefix;
    }

    public SmsMessage next() {
        long number = made.getAndIncrement();
        String digits = String.valueOf(NUMBERS + number % NUMBERS).substring(1);
        return new SmsMessage(TEXT + digits, "119" + digits, prefix + "-" + number, null);
    }

    public List<SmsMessage> next(int count) {
        List<SmsMessage> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(next());
        }
        return messages;
    }
}
