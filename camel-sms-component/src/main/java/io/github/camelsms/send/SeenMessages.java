package io.github.camelsms.send;

import org.jspecify.annotations.Nullable;

/**
 * The messages of an input so far, to find repeated ones in bounded memory. They are kept as hashes of 64 bits, of
 * which it is unlikely that two among millions are equal. After {@link #MAX_MESSAGES} ids or texts, which need 48 MiB,
 * no more are added. Not thread-safe.
 */
final class SeenMessages {

    /** Maximum number of ids, and of texts with their numbers. */
    static final int MAX_MESSAGES = 1_500_000;

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final int maxMessages;
    /** Hashes of ids, with those of their contents. */
    private final HashTable ids = new HashTable(true);
    private final HashTable contents = new HashTable(false);
    private boolean isComplete = true;

    /** What an earlier message with an id has in common with this one. */
    enum Earlier {
        /** There is none. */
        NONE,
        /** Number and text are the same. */
        SAME,
        /** Number or text differ. */
        OTHER
    }

    /**
     * @param maxMessages maximum number of ids, and of texts
     */
    SeenMessages(int maxMessages) {
        this.maxMessages = maxMessages;
    }

    /** Returns the hash of a number and a text. */
    static long content(@Nullable String destination, @Nullable String text) {
        return hash(hash(1, String.valueOf(destination)), String.valueOf(text));
    }

    /**
     * Adds the id of a message, and returns what the first message with this id has in common with it.
     *
     * @param content {@link #content} of the message
     */
    Earlier addId(String id, long content) {
        long known = ids.add(hash(1, id), content, ids.size < maxMessages);
        isComplete &= known != HashTable.FULL;
        return known == HashTable.NONE || known == HashTable.FULL ? Earlier.NONE : known == content ? Earlier.SAME
                : Earlier.OTHER;
    }

    /** Adds the {@link #content} of a message, and returns whether an earlier message has the same. */
    boolean addContent(long content) {
        long known = contents.add(content, content, contents.size < maxMessages);
        isComplete &= known != HashTable.FULL;
        return known == content;
    }

    /** Returns whether all messages were added, so that all repeated ones were found. */
    boolean isComplete() {
        return isComplete;
    }

    /** Returns a hash that is neither {@link HashTable#NONE} nor {@link HashTable#FULL}. */
    private static long hash(long seed, String text) {
        long hash = seed;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            hash = (hash ^ text.charAt(i)) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        hash = (hash ^ length) * MULTIPLIER;
        hash ^= hash >>> 29;
        return hash == HashTable.NONE || hash == HashTable.FULL ? MULTIPLIER : hash;
    }

    /**
     * Hash table of hashes, in parts that grow on their own, so that growing needs little additional memory.
     */
    private static final class HashTable {

        static final long NONE = 0;
        static final long FULL = -1;

        private static final int PART_BITS = 8;
        private static final int MIN_CAPACITY = 16;

        private final Part[] parts = new Part[1 << PART_BITS];
        private final boolean hasValues;
        private int size;

        private static final class Part {

            private long[] keys = new long[MIN_CAPACITY];
            private long[] values;
            private int size;

            Part(boolean hasValues) {
                values = hasValues ? new long[MIN_CAPACITY] : keys;
            }
        }

        /**
         * @param hasValues whether the values differ from the keys
         */
        HashTable(boolean hasValues) {
            this.hasValues = hasValues;
        }

        /**
         * Returns the value of a key. If it has none, adds this one if allowed, and returns {@link #NONE}, otherwise
         * {@link #FULL}.
         */
        long add(long key, long value, boolean mayAdd) {
            int number = (int) (key >>> Long.SIZE - PART_BITS);
            Part part = parts[number];
            if (part == null) {
                part = new Part(hasValues);
                parts[number] = part;
            }
            int at = find(part.keys, key);
            if (part.keys[at] == key) {
                return part.values[at];
            } else if (!mayAdd) {
                return FULL;
            }
            part.keys[at] = key;
            part.values[at] = value;
            part.size++;
            size++;
            if (part.size > part.keys.length / 5 * 4) {
                grow(part);
            }
            return NONE;
        }

        private void grow(Part part) {
            long[] keys = part.keys;
            long[] values = part.values;
            part.keys = new long[keys.length * 2];
            part.values = hasValues ? new long[keys.length * 2] : part.keys;
            for (int i = 0; i < keys.length; i++) {
                if (keys[i] != NONE) {
                    int at = find(part.keys, keys[i]);
                    part.keys[at] = keys[i];
                    part.values[at] = values[i];
                }
            }
        }

        private static int find(long[] keys, long key) {
            int mask = keys.length - 1;
            int at = (int) key & mask;
            while (keys[at] != NONE && keys[at] != key) {
                at = at + 1 & mask;
            }
            return at;
        }
    }
}
