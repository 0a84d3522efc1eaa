package io.github.camelsms.benchmarks.server;

/**
 * The accepted correlation ids of a server as 64-bit hashes in one array, so that millions need little memory. Two
 * different ids among five millions share a hash in less than one of a million runs. Thread-safe.
 */
final class SeenIds {

    private static final int FIRST_SIZE = 1 << 12;

    private long[] table = new long[FIRST_SIZE];
    private int size;

    /** Returns whether the id is new. */
    synchronized boolean add(byte[] bytes, int from, int to) {
        if (size * 2 >= table.length) {
            grow();
        }
        if (!put(table, hash(bytes, from, to))) {
            return false;
        }
        size++;
        return true;
    }

    synchronized void clear() {
        table = new long[FIRST_SIZE];
        size = 0;
    }

    private void grow() {
        long[] larger = new long[table.length * 2];
        for (long hash : table) {
            if (hash != 0) {
                put(larger, hash);
            }
        }
        table = larger;
    }

    private static boolean put(long[] table, long hash) {
        int slot = (int) hash & table.length - 1;
        while (table[slot] != 0) {
            if (table[slot] == hash) {
                return false;
            }
            slot = slot + 1 & table.length - 1;
        }
        table[slot] = hash;
        return true;
    }

    /** FNV-1a with the finalizer of SplitMix64; never 0, which marks a free slot. */
    private static long hash(byte[] bytes, int from, int to) {
        long hash = 0xcbf29ce484222325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ bytes[i]) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        hash ^= hash >>> 31;
        return hash == 0 ? 1 : hash;
    }
}
