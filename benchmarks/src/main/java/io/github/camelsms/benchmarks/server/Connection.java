package io.github.camelsms.benchmarks.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A connection of a client, with its own thread.
 */
final class Connection implements Runnable {

    private static final byte[] SEND = "POST /v1/send".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COUNTS = "GET /counts".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RESET = "POST /reset".getBytes(StandardCharsets.US_ASCII);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Socket socket;
    private final ServerOptions options;
    private final ServerState state;
    private final SplittableRandom random;
    private final ResponseWriter response;

    Connection(Socket socket, ServerOptions options, ServerState state, SplittableRandom random, long number) {
        this.socket = socket;
        this.options = options;
        this.state = state;
        this.random = random;
        this.response = new ResponseWriter(number % 100_000 * 10_000_000_000L);
    }

    @Override
    public void run() {
        try (Socket open = socket) {
            open.setTcpNoDelay(true);
            OutputStream out = open.getOutputStream();
            RequestReader request = new RequestReader(open.getInputStream());
            while (request.read()) {
                long deadline = respond(request);
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
    private long respond(RequestReader request) throws IOException {
        if (request.isFor(SEND)) {
            return respondToSend(request);
        }
        if (request.isFor(COUNTS)) {
            response.ok(JSON.writeValueAsBytes(state.counts()));
        } else if (request.isFor(RESET)) {
            state.reset();
            response.ok(new byte[0]);
        } else {
            response.unknownPath();
        }
        return 0;
    }

    private long respondToSend(RequestReader request) throws IOException {
        if (options.isUnlimited()) {
            accept(request);
            return 0;
        }
        sleepUntil(System.nanoTime() + options.there().draw(random));
        Accounts.Arrival arrival
                = state.accounts().arrive(options.userLimited() ? request.header("authorization") : null);
        if (arrival.admitted()) {
            accept(request);
        } else {
            state.throttled();
            response.throttled();
        }
        return arrival.time() + options.back().draw(random);
    }

    private void accept(RequestReader request) throws IOException {
        byte[] bytes = request.buffer();
        CorrelationIdScanner ids = new CorrelationIdScanner(bytes, request.bodyStart(), request.bodyEnd());
        int messages = 0;
        int duplicates = 0;
        response.begin();
        while (ids.next()) {
            messages++;
            response.accepted(bytes, ids.idStart(), ids.idEnd());
            if (state.isDuplicate(bytes, ids.idStart(), ids.idEnd())) {
                duplicates++;
            }
        }
        response.finish();
        state.served(messages, duplicates);
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
