package io.github.camelsms.ownership;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.RepeatedAlarm;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsOwner;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of the accounts over the nodes that share a message store. Once a second, each node records a heartbeat,
 * and reads the owners of all accounts and whether their messages are due, so that no account must poll for them.
 * Rendezvous hashing gives each account a preferred node.
 * <p>
 * A node acquires a free account if it is the preferred one, or if the account has been free for a few seconds, because
 * the preferred node does not use it. An owner hands an account over if the preferred node waits for it. These rules
 * only spread the load: the lease alone decides who may send. Thread-safe.
 */
public final class Nodes {

    static final Duration INTERVAL = Duration.ofSeconds(1);
    static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
    /** How long an account must have been free before a node that is not the preferred one acquires it. */
    static final Duration MIN_FREE_TIME = Duration.ofSeconds(5);
    /** How long a node must have been alive before it requests accounts that other nodes own. */
    static final Duration MIN_ALIVE_TIME = Duration.ofSeconds(5);
    /** After this time without a response from the store, the heartbeat is repeated. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final MessageStore store;
    private final AccountLeases leases;
    private final SmsHint.Listener hints = this::hinted;
    private final String node;
    private final EngineClock clock;
    private final RepeatedAlarm heartbeats;
    private final Map<String, OwnedAccount> members = new ConcurrentHashMap<>();
    private final Map<String, Long> freeSince = new HashMap<>();
    private Map<String, SmsOwner> owners = Map.of();
    private Set<String> alive = Set.of();
    private long startedAt;
    private CompletionStage<?> heartbeat = CompletableFuture.completedFuture(null);
    private boolean isClosed;
    private long heartbeatsSent;
    private long lastRead;
    /** When the heartbeat was sent with which the owners were read. */
    private long readAt;

    public Nodes(MessageStore store, String node, EngineClock clock) {
        this.store = store;
        this.leases = store.leases();
        this.node = node;
        this.clock = clock;
        this.heartbeats = new RepeatedAlarm(clock, this::beat);
    }

    public void start() {
        synchronized (this) {
            startedAt = clock.nanos();
        }
        store.listen(hints);
        beat();
    }

    private void hinted(String account, SmsHint hint) {
        OwnedAccount member = members.get(account);
        if (member != null) {
            member.hinted(hint);
        }
    }

    /**
     * Removes this node, so that the others take its accounts without waiting.
     *
     * @return completes when the node was removed, or the removal failed
     */
    public CompletionStage<Void> close() {
        CompletionStage<?> last;
        synchronized (this) {
            isClosed = true;
            heartbeats.close();
            last = heartbeat;
        }
        store.unlisten(hints);
        // A heartbeat that is recorded later would add the node again. If the removal fails, the heartbeat expires.
        return last.handle((done, failure) -> null).thenCompose(done -> leases.beat(node, Duration.ZERO))
                .handle((nodes, failure) -> null);
    }

    void add(OwnedAccount member) {
        members.put(member.leaseName(), member);
    }

    void remove(OwnedAccount member) {
        members.remove(member.leaseName(), member);
    }

    /** Returns whether this node should acquire an account that it does not own. */
    synchronized boolean shouldAcquire(String account) {
        long now = clock.nanos();
        if (lastRead == 0) {
            return false;
        }
        SmsOwner owner = owners.get(account);
        String preferred = preferred(alive, account);
        if (owner != null && owner.node().equals(node)) {
            // Not if it has handed the account over since it read the owner.
            return !isAwaited(owner, preferred);
        }
        boolean isPreferred = node.equals(preferred);
        if (owner != null && !owner.isExpired()) {
            // Once the store has recorded that this node waits, the owner hands the account over.
            return isPreferred && now - startedAt >= MIN_ALIVE_TIME.toNanos() && !node.equals(owner.wantedBy());
        }
        Long since = freeSince.get(account);
        return isPreferred || since != null && now - since >= MIN_FREE_TIME.toNanos();
    }

    /**
     * Returns whether another node owns an account, and has recorded a heartbeat after a time. A node that died before
     * counts as alive for {@link #TIME_TO_LIVE}.
     */
    synchronized boolean isOwnerAlive(String account, long since) {
        SmsOwner owner = owners.get(account);
        return owner != null && !owner.node().equals(node) && !owner.isExpired() && alive.contains(owner.node())
                && readAt - since >= TIME_TO_LIVE.toNanos();
    }

    /** Returns whether an account of this node must be handed over to its preferred node, which waits for it. */
    private boolean isAwaited(SmsOwner owner, @Nullable String preferred) {
        return preferred != null && !preferred.equals(node) && preferred.equals(owner.wantedBy());
    }

    /** Records a heartbeat, and reads the live nodes and the owners. */
    private void beat() {
        long number;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            number = ++heartbeatsSent;
            // In case the store never responds.
            heartbeats.set(TIMEOUT);
        }
        long sentAt = clock.nanos();
        CompletionStage<List<String>> current = StoreCalls.start(() -> leases.beat(node, TIME_TO_LIVE));
        boolean isLate;
        synchronized (this) {
            heartbeat = current;
            isLate = isClosed;
        }
        if (isLate) {
            // The removal of this node may not have waited for this call.
            current.thenCompose(nodes -> leases.beat(node, Duration.ZERO));
            return;
        }
        current.thenCompose(nodes -> leases.owners().thenAccept(found -> read(number, sentAt, nodes, found)))
                .whenComplete((done, failure) -> {
                    ended(number);
                    SmsStoreException reported = failure == null ? null : SmsStoreException.of(failure);
                    members.values().forEach(member -> member.storeCalled(reported));
                });
    }

    private synchronized void ended(long number) {
        if (number == heartbeatsSent) {
            heartbeats.set(INTERVAL);
        }
    }

    private void read(long number, long sentAt, List<String> nodes, List<SmsOwner> found) {
        synchronized (this) {
            if (isClosed || number < lastRead) {
                return;
            }
            long now = clock.nanos();
            lastRead = number;
            readAt = sentAt;
            alive = Set.copyOf(nodes);
            Map<String, SmsOwner> byAccount = new HashMap<>();
            found.forEach(owner -> byAccount.put(owner.account(), owner));
            owners = byAccount;
            for (String account : members.keySet()) {
                SmsOwner owner = byAccount.get(account);
                if (owner == null || owner.isExpired()) {
                    freeSince.putIfAbsent(account, now);
                } else {
                    freeSince.remove(account);
                }
            }
            freeSince.keySet().retainAll(members.keySet());
        }
        // On another thread, because other calls wait for the store's thread.
        try {
            clock.schedule(0, () -> members.values().forEach(this::applyOwner));
        } catch (RejectedExecutionException e) {
            close();
        }
    }

    private void applyOwner(OwnedAccount member) {
        SmsOwner owner;
        String preferred;
        synchronized (this) {
            owner = owners.get(member.leaseName());
            preferred = preferred(alive, member.leaseName());
        }
        boolean isOurs = owner != null && owner.node().equals(node);
        if (owner != null && isOurs && preferred != null && isAwaited(owner, preferred)) {
            member.keeper().handOver(preferred);
            return;
        }
        if (owner != null && isOurs && owner.isAnyDue()) {
            member.hinted(SmsHint.WAITING);
        }
        if (owner != null && !isOurs && !owner.isExpired()) {
            member.ownedBy(owner.node());
        }
        member.keeper().acquireIfWanted();
    }

    /**
     * Returns the preferred node of an account by rendezvous hashing, or null if there is no node. All nodes choose the
     * same one, and a node that joins or leaves affects only the accounts that it receives or had.
     */
    static @Nullable String preferred(Collection<String> nodes, String account) {
        @Nullable
        String best = null;
        long bestWeight = 0;
        for (String node : nodes) {
            long weight = weight(node, account);
            int order = best == null ? 1 : Long.compareUnsigned(weight, bestWeight);
            if (best == null || order > 0 || order == 0 && node.compareTo(best) > 0) {
                best = node;
                bestWeight = weight;
            }
        }
        return best;
    }

    /** FNV-1a with a final mix. It must not change, because nodes of different versions may share a store. */
    static long weight(String node, String account) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : (node + '\n' + account).getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ each & 0xff) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
