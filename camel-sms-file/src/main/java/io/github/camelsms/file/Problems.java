package io.github.camelsms.file;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsSendResult;

/**
 * List of the lines of a file that are not messages, as rejected messages. A wrong export can make millions of lines
 * invalid, so a line needs 12 bytes: equal reasons are one text, and results are created when they are read.
 */
final class Problems extends AbstractList<SmsSendResult> {

    private static final int INTS = 3;
    private static final int BLOCK = 4_096;

    private final String fileId;
    private final List<String> reasons = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    /** For each problem its line, the index of its reason, and the other line or 0. */
    private final List<int[]> blocks = new ArrayList<>();
    private int size;

    /**
     * @param fileId id of the file
     */
    Problems(String fileId) {
        this.fileId = fileId;
    }

    /**
     * @param other another line, whose number replaces <code>%d</code> in the reason, or 0
     */
    void add(int line, String reason, int other) {
        if (size % BLOCK == 0) {
            blocks.add(new int[INTS * BLOCK]);
        }
        Integer index = indexes.get(reason);
        if (index == null) {
            index = reasons.size();
            indexes.put(reason, index);
            reasons.add(reason);
        }
        int[] block = blocks.get(size / BLOCK);
        int at = size % BLOCK * INTS;
        block[at] = line;
        block[at + 1] = index;
        block[at + 2] = other;
        size++;
    }

    /** Returns the correlation id of a line that has none of its own. */
    String lineId(int line) {
        return fileId + "-" + line;
    }

    /** Returns the first problem with each of the first reasons, separated by semicolons. */
    String firstOfEachReason(int maxReasons) {
        List<String> first = new ArrayList<>();
        // Reasons are numbered in the order of their first problem.
        for (int i = 0; i < size && first.size() < maxReasons; i++) {
            if (blocks.get(i / BLOCK)[i % BLOCK * INTS + 1] == first.size()) {
                first.add(String.valueOf(get(i).reason()));
            }
        }
        return String.join("; ", first);
    }

    @Override
    public SmsSendResult get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        int[] block = blocks.get(index / BLOCK);
        int at = index % BLOCK * INTS;
        int line = block[at];
        String reason = reasons.get(block[at + 1]);
        return SmsSendResult.rejected(
                null,
                "line " + line + ": " + (block[at + 2] == 0 ? reason : reason.replace("%d", String.valueOf(block[at + 2]))),
                lineId(line));
    }

    @Override
    public int size() {
        return size;
    }
}
