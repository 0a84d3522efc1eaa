package io.github.camelsms.file;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * List of the lines of a file that are not messages, as rejected messages. A wrong export can make millions of lines
 * invalid, so a line needs about 30 bytes: equal reasons are one text, and results are created when they are read.
 */
final class Problems extends AbstractList<SmsSendResult> {

    private final String fileId;
    private final List<Problem> problems = new ArrayList<>();

    private record Problem(int line, String reason) {
    }

    /**
     * @param fileId id of the file
     */
    Problems(String fileId) {
        this.fileId = fileId;
    }

    void add(int line, String reason) {
        problems.add(new Problem(line, reason.intern()));
    }

    /** Returns the correlation id of a line that has none of its own. */
    String lineId(int line) {
        return fileId + "-" + line;
    }

    @Override
    public SmsSendResult get(int index) {
        Problem problem = problems.get(index);
        return SmsSendResult.rejected(
                null, "line " + problem.line() + ": " + problem.reason(), lineId(problem.line()));
    }

    @Override
    public int size() {
        return problems.size();
    }
}
