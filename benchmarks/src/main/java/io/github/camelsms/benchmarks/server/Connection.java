package io.github.camelsms.benchmarks.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A connection of a client, with its own thread.
 */
final class Connection implements Runnable {

    private static final byte[] SEND = "POST /v1/send".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] STATS = "GET /stats".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PACE = "GET /pace".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RESET = "POST /reset".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final ServerOptions options;
    private final ServerCounts counts;
    private final Accounts accounts;
    private final @Nullable SeenIds seen;
    private final SplittableRandom random;
    private final AnswerWriter response;
    private final JsonAnswer json;

    Connection(Socket socket, ServerOptions options, ServerCounts counts, Accounts accounts, @Nullable SeenIds seen,
               SplittableRandom random, long number) {
        this.socket = socket;
        this.options = options;
        this.counts = counts;
        this.accounts = accounts;
        this.seen = seen;
        this.random = random;
        long firstId = number % 100_000 * 10_000_000_000L;
        this.response = new AnswerWriter(firstId);
        this.json = new JsonAnswer(firstId);
    }

    @Override
    public void run() {
        try (Socket open = socket) {
            open.setTcpNoDelay(true);
            OutputStream out = open.getOutputStream();
            RequestReader request = new RequestReader(open.getInputStream(), out);
            while (request.read()) {
                long deadline = response(request);
                sleepUntil(deadline);
                out.write(response.buffer(), response.start(), response.length());
            }
        } catch (IOException e) {
            // The client has closed the connection.
        }
    }

    /**
     * Creates the response.
     *
     * @return time at which the response is due at the client; 0 for immediately
     */
    private long response(RequestReader request) throws IOException {
        if (request.isFor(SEND)) {
            return answerSend(request);
        }
        if (request.isFor(STATS)) {
            response.ok(counts.json());
        } else if (request.isFor(PACE)) {
            response.ok(accounts.json());
        } else if (request.isFor(RESET)) {
            counts.reset();
            accounts.reset();
            if (seen != null) {
                seen.clear();
            }
            response.ok("{}");
        } else {
            response.unknownPath();
        }
        return 0;
    }

    private long answerSend(RequestReader request) throws IOException {
        if (options.isUnlimited()) {
            accept(request);
            return 0;
        }
        sleepUntil(System.nanoTime() + options.there().draw(random));
        Accounts.Arrival arrival = accounts.arrive(options.userLimited() ? request.header("authorization") : null);
        if (arrival.admitted()) {
            accept(request);
        } else {
            counts.refused();
            response.refused();
        }
        return arrival.time() + options.back().draw(random);
    }

    private void accept(RequestReader request) throws IOException {
        if (options.json()) {
            response.ok(json.to(request.buffer(), request.bodyStart(), request.bodyEnd()));
            counts.served(json.messages(), 0);
            return;
        }
        byte[] bytes = request.buffer();
        CorrelationIdScanner ids = new CorrelationIdScanner(bytes, request.bodyStart(), request.bodyEnd());
        int messages = 0;
        int again = 0;
        response.begin();
        while (ids.next()) {
            messages++;
            response.accepted(bytes, ids.idStart(), ids.idEnd());
            if (seen != null && !seen.add(bytes, ids.idStart(), ids.idEnd())) {
                again++;
            }
        }
        if (messages == 0) {
            messages = new CorrelationIdScanner(bytes, request.bodyStart(), request.bodyEnd()).countMessages();
            for (int i = 0; i < messages; i++) {
                response.accepted(bytes, 0, 0);
            }
        }
        response.finish();
        counts.served(messages, again);
    }

    private static void sleepUntil(long deadline) {
        if (deadline == 0) {
            return;
        }
        for (long rest = deadline - System.nanoTime(); rest > 0; rest = deadline - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
    }
}
