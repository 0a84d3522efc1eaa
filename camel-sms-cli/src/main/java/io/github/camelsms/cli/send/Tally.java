package io.github.camelsms.cli.send;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.cli.process.Errors;
import io.github.camelsms.cli.process.ExitCodes;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;

/** Number of messages by outcome, and the first problems. Not thread-safe. */
final class Tally {

    /** Maximum number of problems that are kept. */
    static final int MAX_PROBLEMS = 10;

    private final Map<SmsOutcome, Integer> counts = new EnumMap<>(SmsOutcome.class);
    private final List<SmsSendResult> problems = new ArrayList<>();
    private boolean hasCredentialsProblem;

    void add(SmsSendResult result) {
        counts.merge(result.outcome(), 1, Integer::sum);
        if (result.outcome() != SmsOutcome.ACCEPTED && problems.size() < MAX_PROBLEMS) {
            problems.add(result);
        }
        hasCredentialsProblem |= result.outcome() == SmsOutcome.NOT_SENT && Errors.isUnauthorized(result.code());
    }

    int count(SmsOutcome outcome) {
        return counts.getOrDefault(outcome, 0);
    }

    int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the first messages that were not accepted. */
    List<SmsSendResult> problems() {
        return Collections.unmodifiableList(problems);
    }

    int exitCode() {
        if (count(SmsOutcome.UNKNOWN) > 0) {
            return ExitCodes.UNKNOWN;
        } else if (hasCredentialsProblem) {
            return ExitCodes.CREDENTIALS;
        } else if (count(SmsOutcome.NOT_SENT) > 0) {
            return isNothingSent() ? ExitCodes.UNREACHABLE : ExitCodes.NOT_SENT;
        }
        return count(SmsOutcome.REJECTED) > 0 ? ExitCodes.REJECTED : ExitCodes.OK;
    }

    /** Returns whether all messages are NOT_SENT, or rejected, which needs no service. */
    boolean isNothingSent() {
        return count(SmsOutcome.NOT_SENT) > 0 && count(SmsOutcome.ACCEPTED) + count(SmsOutcome.UNKNOWN) == 0;
    }

    /** Returns the counts, such as {@code 988 accepted, 12 rejected}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(Count.grouped(count(SmsOutcome.ACCEPTED)) + " accepted");
        append(text, SmsOutcome.REJECTED, "rejected");
        append(text, SmsOutcome.NOT_SENT, "not sent");
        append(text, SmsOutcome.UNKNOWN, "unknown");
        return text.toString();
    }

    private void append(StringBuilder text, SmsOutcome outcome, String name) {
        if (count(outcome) > 0) {
            text.append(", ").append(Count.grouped(count(outcome))).append(' ').append(name);
        }
    }
}
