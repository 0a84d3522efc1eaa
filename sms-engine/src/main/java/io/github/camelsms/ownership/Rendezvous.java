package io.github.camelsms.ownership;

import java.nio.charset.StandardCharsets;
import java.util.Collection;

import org.jspecify.annotations.Nullable;

/**
 * Rendezvous hashing, which chooses the same node for an account on all nodes. A node that joins or leaves affects only
 * the accounts that it receives or had.
 */
final class Rendezvous {

    private Rendezvous() {
    }

    /** Returns the node with the highest weight for an account, or null if there is no node. */
    static @Nullable String choose(Collection<String> nodes, String account) {
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
