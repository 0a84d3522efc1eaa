package io.github.camelsms.cli.send;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.github.camelsms.SmsException;
import io.github.camelsms.SmsRow;
import io.github.camelsms.cli.process.Interruption;
import io.github.camelsms.cli.service.SmsSession;
import io.github.camelsms.file.SmsFile;
import io.github.camelsms.file.SmsFileDataFormat;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;

/**
 * Sends the messages of a file in exchanges of up to 200, a few of them at a time. Rows have the same correlation ids
 * each time the file is read, so the message store sends no row again that has been sent.
 */
final class FileSending {

    /** Messages in an exchange: a full request. */
    private static final int EXCHANGE_SIZE = 200;

    private final SmsSession session;
    private final String endpoint;
    private final SmsFileDataFormat format;
    private final int maxExchanges;
    private final Interruption interruption;
    private final Tally tally = new Tally();
    private final Deque<CompletableFuture<Exchange>> inFlight = new ArrayDeque<>();

    /**
     * @param endpoint          URI of the sms:send endpoint
     * @param requestsPerSecond rate limit, which determines how many exchanges are in flight
     */
    FileSending(SmsSession session, String endpoint, SmsFileDataFormat format, double requestsPerSecond,
                Interruption interruption) {
        this.session = session;
        this.endpoint = endpoint;
        this.format = format;
        this.maxExchanges = (int) Math.min(50, Math.max(3, Math.ceil(3 * requestsPerSecond)));
        this.interruption = interruption;
    }

    /**
     * Returns the number of rows.
     *
     * @throws io.github.camelsms.file.UnreadableFileException if it is not a file of messages
     */
    int count(Path file) throws Exception {
        try (SmsFile rows = open(file)) {
            int count = 0;
            while (rows.hasNext()) {
                rows.next();
                count++;
            }
            return count;
        }
    }

    /**
     * Sends the rows until the end of the file, the interruption, or an exchange of which nothing was sent.
     *
     * @param  results file to write the results to, or null
     * @return         the outcomes of the rows that were read
     */
    Tally send(Path file, @Nullable Path results, Progress progress) throws Exception {
        try (SmsFile rows = open(file); ResultFile written = results == null ? null : new ResultFile(results)) {
            boolean goesOn = true;
            while (rows.hasNext() && goesOn && !interruption.isRequested()) {
                goesOn = submit(chunk(rows))
                        && (inFlight.size() < maxExchanges || complete(written, progress));
            }
            while (!inFlight.isEmpty()) {
                complete(written, progress);
            }
        } finally {
            progress.end();
        }
        return tally;
    }

    private SmsFile open(Path file) throws Exception {
        return (SmsFile) format.unmarshal(session.exchange(), file);
    }

    private static List<SmsRow> chunk(SmsFile rows) {
        List<SmsRow> chunk = new ArrayList<>();
        while (chunk.size() < EXCHANGE_SIZE && rows.hasNext()) {
            chunk.add(rows.next());
        }
        return chunk;
    }

    /** Returns false if the context has stopped. */
    private boolean submit(List<SmsRow> chunk) throws Exception {
        Exchange exchange = session.exchange();
        exchange.getMessage().setBody(chunk);
        try {
            inFlight.add(session.send(endpoint, exchange));
            return true;
        } catch (IllegalStateException e) {
            if (interruption.isRequested()) {
                return false;
            }
            throw e;
        }
    }

    /** Waits for the results of the oldest exchange. Returns false if nothing of it was sent. */
    private boolean complete(@Nullable ResultFile written, Progress progress) throws Exception {
        Exchange done;
        try {
            done = inFlight.remove().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
        List<SmsSendResult> results = results(done);
        Tally ofExchange = new Tally();
        results.forEach(tally::add);
        results.forEach(ofExchange::add);
        if (written != null) {
            written.append(results);
        }
        progress.update(tally);
        return !ofExchange.isNothingSent();
    }

    @SuppressWarnings("unchecked")
    private static List<SmsSendResult> results(Exchange done) throws Exception {
        Exception failure = done.getException();
        if (failure instanceof SmsException sms && !sms.results().isEmpty()) {
            return sms.results();
        } else if (failure != null) {
            throw failure;
        }
        return done.getMessage().getBody(List.class);
    }

    /** File of results as CSV. */
    private final class ResultFile implements AutoCloseable {

        private final OutputStream out;
        private final SmsFileDataFormat rows = new SmsFileDataFormat();

        ResultFile(Path file) throws IOException {
            out = Files.newOutputStream(file);
        }

        void append(List<SmsSendResult> results) throws Exception {
            rows.marshal(session.exchange(), results, out);
            rows.setHeader(false);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
