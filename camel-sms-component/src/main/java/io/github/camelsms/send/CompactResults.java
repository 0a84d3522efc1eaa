package io.github.camelsms.send;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * List of results for inputs with millions of invalid messages, to which only results can be added. Results share what
 * does not differ between them: the file, the reason, and a correlation id up to its last number. A result of a line
 * then needs 24 bytes, if its phone number consists of digits.
 */
final class CompactResults extends AbstractList<SmsSendResult> {

    private static final int BLOCK = 4_096;
    private static final int MAX_DIGITS = 9;
    private static final int NO_NUMBER = -1;
    private static final int RADIX = 10;
    /** Numbers of up to this many digits fit into a long after a first digit 1, which keeps their zeros. */
    private static final int MAX_DESTINATION_DIGITS = 17;

    private final Map<SmsSendResult, SmsSendResult> shared = new HashMap<>();
    private final List<Block> blocks = new ArrayList<>();
    private @Nullable String lastPrefix;
    private int size;

    private static final class Block {

        private final SmsSendResult[] results = new SmsSendResult[BLOCK];
        private final @Nullable String[] prefixes = new String[BLOCK];
        private final int[] numbers = new int[BLOCK];
        private final int[] lines = new int[BLOCK];
        private final long[] destinations = new long[BLOCK];
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
            number = start == id.length() ? NO_NUMBER : Integer.parseInt(id, start, id.length(), RADIX);
        }
        if (prefix != null && prefix.equals(lastPrefix)) {
            prefix = lastPrefix;
        }
        lastPrefix = prefix;
        String destination = result.destination();
        SmsOrigin origin = result.origin();
        block.destinations[at] = packed(destination);
        block.lines[at] = origin == null ? 0 : origin.line();
        SmsSendResult rest = with(
                result, null, block.destinations[at] == 0 ? destination : null,
                origin == null ? null : new SmsOrigin(origin.file(), 1));
        block.results[at] = shared.computeIfAbsent(rest, same -> same);
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
        SmsSendResult rest = block.results[at];
        long packed = block.destinations[at];
        SmsOrigin file = rest.origin();
        return with(
                rest, number == NO_NUMBER ? prefix : prefix + number,
                packed == 0 ? rest.destination() : Long.toString(packed).substring(1),
                file == null ? null : new SmsOrigin(file.file(), block.lines[at]));
    }

    private static SmsSendResult with(
            SmsSendResult result, @Nullable String id, @Nullable String destination, @Nullable SmsOrigin origin) {
        return new SmsSendResult(
                result.outcome(), result.code(), result.smsId(), result.reason(), id, result.sentAt(), destination, origin);
    }

    /** Returns a number of ASCII digits as a value other than 0, and 0 for anything else. */
    private static long packed(@Nullable String destination) {
        if (destination == null || destination.length() > MAX_DESTINATION_DIGITS) {
            return 0;
        }
        long packed = 1;
        for (int i = 0; i < destination.length(); i++) {
            char c = destination.charAt(i);
            if (c < '0' || c > '9') {
                return 0;
            }
            packed = packed * RADIX + (c - '0');
        }
        return packed;
    }

    @Override
    public int size() {
        return size;
    }
}
