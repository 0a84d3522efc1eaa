package io.github.camelsms.account;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.camelsms.client.HttpReply;
import io.github.camelsms.client.StatusOperations;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.model.Backoff;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.observe.StatusMonitor;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Polls of an account's statuses into the message store, block by block.
 * <p>
 * The service returns each block only once. Therefore a request is recorded in the store before it is sent, and a
 * response before it is parsed. Only the owner of the lease of the account's statuses polls. Used by one thread at a
 * time.
 */
public final class StoredPolls {

    /** Number of consecutive throttled requests after which a poll fails. */
    private static final int MAX_THROTTLED = 5;
    /** Time to store a response, beyond the request's deadline. */
    private static final Duration STORE_MARGIN = Duration.ofSeconds(60);

    /** Delays after consecutive unusable responses. */
    static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

    private final OwnedAccount account;
    private final StoredBlocks blocks;
    private final Supplier<HttpReply> client;
    private final StatusMonitor monitor;
    private final EngineClock clock;
    private final Duration timeout;
    private final StatusLog log;
    private @Nullable Received unsaved;
    private long notBefore;
    private int throttled;
    private int unusable;

    /** A response that is not in the store yet. */
    private record Received(long block, HttpReply.Received response) {
    }

    /**
     * @param client         fetches a block with one request
     * @param requestTimeout deadline of one request
     */
    public StoredPolls(OwnedAccount account, Supplier<HttpReply> client, Duration requestTimeout, StatusMonitor monitor,
                       StatusLog log, EngineClock clock) {
        this.account = account;
        this.blocks = new StoredBlocks(account, monitor, log);
        this.client = client;
        this.monitor = monitor;
        this.clock = clock;
        this.timeout = requestTimeout.plus(STORE_MARGIN);
        this.log = log;
        this.notBefore = clock.nanos();
    }

    /** Returns whether this node polls: whether it owns the lease of the account's statuses. */
    public boolean isOwner() {
        return account.lease() != null;
    }

    /**
     * Reads the responses that were received but not read, because the process or the store failed in between. A
     * response that causes an internal error counts as unreadable, because it would block the polls of the account.
     *
     * @throws SmsStoreException if the store failed; call it again later
     */
    public void readUnread() {
        Received received = unsaved;
        if (received != null) {
            receive(received);
        }
        if (isOwner()) {
            for (SmsStatusBlock block : blocks.unread()) {
                readOrKeep(block);
            }
        }
    }

    private void readOrKeep(SmsStatusBlock block) {
        try {
            read(block.id(), StatusOperations.parseNotConsulted(HttpReply.Received.ofStored(block.body())));
        } catch (SmsStoreException e) {
            boolean isInternal = !e.isUncertain() && e.getCause() instanceof RuntimeException;
            if (!isInternal) {
                throw e;
            }
            blocks.keepUnreadable(block.id(), SafeText.message(e));
        }
    }

    /**
     * Reads the next block into the store.
     *
     * @return                   the block or the failure; null if the service must not be polled now, because this node
     *                           does not own the lease, or because it backs off after an earlier poll
     * @throws SmsStoreException if the store failed; nothing is lost
     */
    public @Nullable StatusResponse readBlock() {
        if (!isOwner()) {
            return null;
        }
        if (clock.nanos() < notBefore) {
            return null;
        }
        Optional<Long> announced = blocks.announce(timeout);
        if (announced.isEmpty()) {
            return null;
        }
        StatusResponse response = process(announced.get(), fetch());
        if (response instanceof Failed failed && failed.kind() == Kind.THROTTLED) {
            return throttled(failed);
        }
        throttled = 0;
        if (response instanceof Failed failed && isUnusable(failed)) {
            return unusable(failed);
        }
        unusable = 0;
        if (response instanceof Failed failed && failed.kind() == Kind.UNAUTHORIZED) {
            backOff(Failed.HALT);
            return failed.halted();
        }
        return response;
    }

    private HttpReply fetch() {
        try {
            return client.get();
        } catch (IllegalStateException e) {
            return new HttpReply.NotConnected("the account is closed");
        }
    }

    private StatusResponse process(long block, HttpReply reply) {
        if (reply instanceof HttpReply.Received response && response.isSuccess() && response.body().length > 0) {
            long received = receive(new Received(block, response));
            return read(received, StatusOperations.parseNotConsulted(response));
        }
        StatusResponse response = StatusOperations.parseNotConsulted(reply);
        if (reply instanceof HttpReply.Lost lost && lost.incomplete() != null && !response.readSoFar().isEmpty()) {
            return read(receive(new Received(block, lost.incomplete())), response);
        }
        if (isUnusable(response)) {
            blocks.lose(block, ((Failed) response).reason());
        } else {
            blocks.drop(List.of(block));
        }
        return response;
    }

    /**
     * Stores a response. Its block can be gone: this node was frozen until another one had filled the gap, or the
     * database has lost it. The response then becomes a new block, even if another node owns the lease, because the
     * service does not return its statuses again.
     *
     * @return the block
     */
    private long receive(Received received) {
        unsaved = received;
        byte[] body = received.response().body();
        long block = blocks.receive(received.block(), body) ? received.block() : blocks.receiveLate(body);
        unsaved = null;
        return block;
    }

    private StatusResponse read(long block, StatusResponse response) {
        if (response instanceof Failed failed && failed.kind() == Kind.UNRECOGNIZED) {
            blocks.keepUnreadable(block, failed.reason());
            return response;
        }
        List<SmsStatus> found = response.readSoFar();
        if (response instanceof Failed failed && failed.kind() == Kind.LOST) {
            blocks.readPart(block, found, failed.reason());
        } else {
            blocks.read(block, found);
        }
        monitor.read(found);
        log.read(account.name(), found.size());
        return response;
    }

    /** Returns whether a response is lost or unreadable, and may have had statuses. */
    private static boolean isUnusable(StatusResponse response) {
        return response instanceof Failed failed && (failed.kind() == Kind.LOST || failed.kind() == Kind.UNRECOGNIZED);
    }

    private @Nullable StatusResponse throttled(Failed failed) {
        throttled++;
        backOff(failed.retryDelay());
        return throttled > MAX_THROTTLED ? failed : null;
    }

    /** Backs off, because each request can consume a block of statuses. */
    private StatusResponse unusable(Failed failed) {
        Duration backoff = BACKOFF.after(unusable++);
        String reason = failed.reason() + "; the next poll follows after " + backoff.toSeconds()
                        + " s, because each request can consume a block of statuses";
        backOff(backoff);
        return Failed.of(failed.kind(), failed.code(), reason);
    }

    private void backOff(Duration backoff) {
        notBefore = clock.nanos() + backoff.toNanos();
    }
}
