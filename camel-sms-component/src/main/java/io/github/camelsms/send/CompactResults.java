package io.github.camelsms.send;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * List of results for inputs with millions of invalid messages, to which only results can be added. Results that differ
 * in their correlation id only share the rest, and so do ids that differ in their last number only, as those of the
 * lines of a file: such a result needs 12 bytes.
 */
final class CompactResults extends AbstractList<SmsSendResult> {

    private static final int BLOCK = 4_096;
    private static final int MAX_DIGITS = 9;
    private static final int NO_NUMBER = -1;

    private final Map<SmsSendResult, SmsSendResult> shared = new HashMap<>();
    private final List<Block> blocks = new ArrayList<>();
    private @Nullable String lastPrefix;
    private int size;

    private static final class Block {

        private final SmsSendResult[] results = new SmsSendResult[BLOCK];
        private final @Nullable String[] prefixes = new String[BLOCK];
        private final int[] numbers = new int[BLOCK];
    }

    @Override
    public boolean add(SmsSendResult result) {
        if (size % BLOCK == 0) {
            blocks.add(new Block());
        }
        Block block = blocks.get(size / BLOCK);
        int at = size % BLOCK;
        String id = result.correlationId();
        String prefix = id;
        int number = NO_NUMBER;
        if (id != null) {
            int start = startOfNumber(id);
            prefix = id.substring(0, start);
            number = start == id.length() ? NO_NUMBER : Integer.parseInt(id, start, id.length(), 10);
        }
        if (prefix != null && prefix.equals(lastPrefix)) {
            prefix = lastPrefix;
        }
        lastPrefix = prefix;
        block.results[at] = shared.computeIfAbsent(withId(result, null), same -> same);
        block.prefixes[at] = prefix;
        block.numbers[at] = number;
        size++;
        return true;
    }

    /** Returns where the digits at the end begin that can be restored from their value. */
    private static int startOfNumber(String id) {
        int start = id.length();
        while (start > 0 && id.length() - start < MAX_DIGITS && id.charAt(start - 1) >= '0' && id.charAt(start - 1) <= '9') {
            start--;
        }
        while (start < id.length() - 1 && id.charAt(start) == '0') {
            start++;
        }
        return start;
    }

    @Override
    public SmsSendResult get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        Block block = blocks.get(index / BLOCK);
        int at = index % BLOCK;
        String prefix = block.prefixes[at];
        int number = block.numbers[at];
        return withId(block.results[at], number == NO_NUMBER ? prefix : prefix + number);
    }

    private static SmsSendResult withId(SmsSendResult result, @Nullable String id) {
        return new SmsSendResult(result.outcome(), result.code(), result.smsId(), result.reason(), id, result.sentAt());
    }

    @Override
    public int size() {
        return size;
    }
}
