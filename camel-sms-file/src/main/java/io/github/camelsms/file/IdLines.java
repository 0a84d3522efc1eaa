package io.github.camelsms.file;

import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Correlation ids of a file, with their first lines and messages. It needs less than 60 bytes for an id, because it is
 * a hash table of hashes: of 64 bits, so that it is unlikely that two ids of a million have the same.
 */
final class IdLines {

    private static final int MIN_CAPACITY = 1_024;

    /** Hashes of the ids; 0 is free. The capacity is a power of two. */
    private long[] ids = new long[MIN_CAPACITY];
    private int[] lines = new int[MIN_CAPACITY];
    private int[] messages = new int[MIN_CAPACITY];
    private int size;

    /** Adds a message with an id. Returns 0, or the first line with its id if that has another number or text. */
    int add(String id, SmsMessage message, int line) {
        long hash = hash(id);
        int content = 31 * digits(message.destination()).hashCode() + String.valueOf(message.messageText()).hashCode();
        int at = find(ids, hash);
        if (ids[at] != 0) {
            return messages[at] == content ? 0 : lines[at];
        }
        ids[at] = hash;
        lines[at] = line;
        messages[at] = content;
        size++;
        if (size > ids.length / 2) {
            grow();
        }
        return 0;
    }

    /** Returns a number without formatting. */
    private static String digits(@Nullable String destination) {
        return destination == null ? "" : destination.replaceAll("[^0-9]", "");
    }

    private static long hash(String id) {
        long hash = 1;
        for (int i = 0; i < id.length(); i++) {
            hash = mixed(hash ^ id.charAt(i));
        }
        return hash == 0 ? 1 : hash;
    }

    /** Finalizer of SplitMix64. */
    private static long mixed(long value) {
        long mixed = (value + 0x9E3779B97F4A7C15L ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    private static int find(long[] table, long hash) {
        int at = (int) hash & table.length - 1;
        while (table[at] != 0 && table[at] != hash) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    private void grow() {
        long[] moreIds = new long[ids.length * 2];
        int[] moreLines = new int[moreIds.length];
        int[] moreMessages = new int[moreIds.length];
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] != 0) {
                int at = find(moreIds, ids[i]);
                moreIds[at] = ids[i];
                moreLines[at] = lines[i];
                moreMessages[at] = messages[i];
            }
        }
        ids = moreIds;
        lines = moreLines;
        messages = moreMessages;
    }
}
