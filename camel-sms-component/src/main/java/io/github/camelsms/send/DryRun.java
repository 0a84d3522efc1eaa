package io.github.camelsms.send;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.SmsResults;
import io.github.camelsms.body.PartSource;
import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.stored.Intake;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsCheck.Verdict;
import io.github.camelsms.model.SmsDryRun;
import io.github.camelsms.model.SmsEncoding;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.text.Segments;
import org.jspecify.annotations.Nullable;

import org.apache.camel.util.StringHelper;

/**
 * Dry run of one input: the check of each message in input order, and the totals. It asks the message store and the
 * policies in calls of up to {@link MessageIntake#MAX_MESSAGES} messages, and changes nothing. Its memory is bounded,
 * except for the checks that are kept. Not thread-safe.
 */
final class DryRun {

    private static final String REPEATED_ID
            = "an earlier message of this input has the same correlationId: both are sent, and their statuses cannot be told apart";
    private static final String REPEATED_TEXT
            = "an earlier message of this input has the same destination and text: both are sent";
    private static final String STORED_IN_INPUT
            = "an earlier message of this input has the same correlationId, destination and text: only that one is sent";
    private static final String ACCEPTED_BEFORE
            = "it was accepted before in this exchange, with the same destination and text: it is not sent again";

    private static final List<Class<? extends SendVerdict>> WORST_FIRST
            = List.of(SendVerdict.Rejected.class, SendVerdict.Deferred.class, SendVerdict.Failed.class);
    private static final SmsMessage NONE = new SmsMessage(null, null, null, null);

    private final SendInput input;
    private final SubmitOptions options;
    private final @Nullable Store store;
    private final @Nullable Policies policies;
    private final SmsResults kept;
    private final SeenMessages seen;
    private final List<SmsCheck> checks = new ArrayList<>();
    /** Messages about which store and policies were not asked yet, and rejected ones between them. */
    private final List<Pending> pending = new ArrayList<>();
    private int pendingParts;
    private final long[] verdicts = new long[Verdict.values().length];
    private long storedBefore;
    private long repeatedIds;
    private long repeatedTexts;
    private long segments;
    private long sentParts;

    /** An account in the message store. */
    record Store(MessageIntake intake, String account) {
    }

    /** The policies of the component. */
    @FunctionalInterface
    interface Policies {

        /** Returns the verdicts on messages, in their order. */
        List<SendVerdict> verdicts(List<SmsMessage> messages);
    }

    /** A message in the input. */
    private static final class Pending {

        private final SmsMessage whole;
        private final List<SmsMessage> parts;
        /** Its check if it is rejected because of its content, otherwise null. */
        private final @Nullable SmsCheck rejected;
        /** The parts that would be sent. */
        private final List<SmsMessage> sent = new ArrayList<>(1);
        private boolean isConflict;
        private @Nullable String reason;

        Pending(SmsMessage whole, List<SmsMessage> parts, @Nullable SmsCheck rejected) {
            this.whole = whole;
            this.parts = parts;
            this.rejected = rejected;
        }
    }

    /**
     * @param options  options with which the messages would be submitted
     * @param store    the account in the message store, or null without one
     * @param policies the policies, or null without any
     * @param kept     which checks are kept
     * @param seen     earlier messages of the input
     */
    DryRun(SendInput input, SubmitOptions options, @Nullable Store store, @Nullable Policies policies, SmsResults kept,
           SeenMessages seen) {
        this.input = input;
        this.options = options;
        this.store = store;
        this.policies = policies;
        this.kept = kept;
        this.seen = seen;
    }

    /**
     * Checks the next message of the input.
     *
     * @throws io.github.camelsms.store.SmsStoreException if the store cannot be asked
     */
    void add(CheckedMessage next) {
        if (next instanceof CheckedMessage.Rejected rejected) {
            reject(rejected.result());
        } else if (next instanceof CheckedMessage.Valid valid) {
            add(valid.message());
        }
    }

    /** Adds the check of a message that the account has already accepted in this exchange. */
    void addAccepted(SmsMessage whole) {
        keep(check(whole, PartSource.segments(whole, input.texts()), Verdict.DUPLICATE, null, ACCEPTED_BEFORE));
    }

    private void add(SmsMessage whole) {
        List<SmsMessage> parts = PartSource.segments(whole, input.texts());
        if (store != null) {
            try {
                parts.forEach(part -> Intake.message(part, options));
            } catch (IllegalArgumentException e) {
                reject(Intake.unstorable(whole, e).about(whole));
                return;
            }
        }
        Pending message = new Pending(whole, parts, null);
        if (store == null && policies == null) {
            unstored(message);
            decide(message, List.of());
            return;
        }
        if (pendingParts + parts.size() > MessageIntake.MAX_MESSAGES) {
            end();
        }
        pending.add(message);
        pendingParts += parts.size();
    }

    /** Adds the check of a message that is rejected because of its content, after those of earlier messages. */
    private void reject(SmsSendResult result) {
        Integer code = result.code();
        SmsCheck check = new SmsCheck(
                result.destination(), result.origin(), ownId(result.correlationId()), null, 0, Verdict.REJECTED,
                code == null ? null : code.toString(), result.reason());
        if (pending.isEmpty()) {
            keep(check);
            return;
        }
        pending.add(new Pending(NONE, List.of(), check));
        if (pending.size() >= MessageIntake.MAX_MESSAGES) {
            end();
        }
    }

    /**
     * Asks about the messages so far, and adds their checks.
     *
     * @throws io.github.camelsms.store.SmsStoreException if the store cannot be asked
     */
    void end() {
        askStore();
        List<SmsMessage> sent = new ArrayList<>(pendingParts);
        pending.forEach(message -> sent.addAll(message.sent));
        List<SendVerdict> verdicts
                = policies == null || sent.isEmpty() ? List.of() : StoreCalls.each(policies.verdicts(sent), sent.size());
        int from = 0;
        for (Pending message : pending) {
            if (message.rejected != null) {
                keep(message.rejected);
            } else {
                int to = verdicts.isEmpty() ? from : from + message.sent.size();
                decide(message, verdicts.subList(from, to));
                from = to;
            }
        }
        pending.clear();
        pendingParts = 0;
    }

    private void askStore() {
        Store target = store;
        if (target == null) {
            pending.forEach(this::unstored);
            return;
        }
        List<SmsNewMessage> asked = new ArrayList<>(pendingParts);
        pending.forEach(message -> message.parts.forEach(part -> asked.add(Intake.message(part, options))));
        List<SmsIntake> intakes = asked.isEmpty()
                ? List.of()
                : StoreCalls.each(StoreCalls.await(target.intake.check(target.account, asked)), asked.size());
        int from = 0;
        for (Pending message : pending) {
            stored(message, intakes.subList(from, from + message.parts.size()));
            from += message.parts.size();
        }
    }

    /** Compares a message that would not be stored with the earlier ones. */
    private void unstored(Pending message) {
        if (message.rejected != null) {
            return;
        }
        boolean isRepeatedId = false;
        for (SmsMessage part : message.parts) {
            isRepeatedId |= earlier(part) != SeenMessages.Earlier.NONE;
        }
        message.sent.addAll(message.parts);
        message.reason = isRepeatedId ? REPEATED_ID : null;
        repeatedIds += isRepeatedId ? 1 : 0;
        compareText(message);
    }

    /** Compares a message that would be stored with the earlier ones and with those in the store. */
    private void stored(Pending message, List<SmsIntake> intakes) {
        if (message.rejected != null) {
            return;
        }
        boolean isRepeatedId = false;
        for (int i = 0; i < intakes.size(); i++) {
            SmsMessage part = message.parts.get(i);
            SmsIntake intake = intakes.get(i);
            SeenMessages.Earlier earlier = earlier(part);
            isRepeatedId |= earlier != SeenMessages.Earlier.NONE;
            if (intake instanceof SmsIntake.Conflict
                    || intake instanceof SmsIntake.Stored && earlier == SeenMessages.Earlier.OTHER) {
                message.isConflict = true;
            } else if (earlier == SeenMessages.Earlier.SAME) {
                message.reason = STORED_IN_INPUT;
            } else if (intake instanceof SmsIntake.Duplicate duplicate) {
                boolean isSentNow = Intake.isSentNow(duplicate.first(), options);
                message.reason = "it was stored before and is " + duplicate.first().state()
                                 + (isSentNow ? ": it is sent now" : ": it is not sent again");
                if (isSentNow) {
                    message.sent.add(part);
                }
            } else {
                message.sent.add(part);
            }
        }
        storedBefore += intakes.stream().allMatch(SmsIntake.Stored.class::isInstance) ? 0 : 1;
        repeatedIds += isRepeatedId ? 1 : 0;
        compareText(message);
        if (message.isConflict) {
            message.sent.clear();
        }
    }

    private void compareText(Pending message) {
        SmsMessage whole = message.whole;
        boolean isRepeated = seen.addContent(SeenMessages.content(whole.destination(), whole.messageText()));
        repeatedTexts += isRepeated ? 1 : 0;
        if (isRepeated && message.reason == null) {
            message.reason = REPEATED_TEXT;
        }
    }

    /**
     * Adds the check of a message.
     *
     * @param verdicts those of the policies on the parts that would be sent; empty without policies
     */
    private void decide(Pending message, List<SendVerdict> verdicts) {
        SendVerdict worst = worst(verdicts);
        Verdict verdict = Verdict.ALLOWED;
        String code = null;
        String reason = message.reason;
        if (message.isConflict) {
            verdict = Verdict.REJECTED;
            reason = Intake.conflict(null).reason();
        } else if (message.sent.isEmpty()) {
            verdict = Verdict.DUPLICATE;
        } else if (worst instanceof SendVerdict.Rejected rejected) {
            verdict = Verdict.REJECTED;
            reason = rejected.reason();
            // The policy's word precedes its explanation.
            code = StringHelper.before(reason, ": ", reason);
        } else if (worst instanceof SendVerdict.Deferred deferred) {
            verdict = Verdict.DEFERRED;
            reason = "a policy defers it until " + deferred.until() + " (" + deferred.reason() + ")";
        } else if (worst instanceof SendVerdict.Failed failed) {
            verdict = Verdict.DEFERRED;
            reason = failed.reason() + "; it is asked again";
        }
        SmsCheck check = check(message.whole, message.parts, verdict, code, reason);
        // Without a message store, a deferred message is NOT_SENT.
        if (verdict == Verdict.ALLOWED || verdict == Verdict.DEFERRED && store != null) {
            sentParts += message.sent.size();
            segments += check.segments();
        }
        keep(check);
    }

    /** Returns a rejection, otherwise a deferral, otherwise a missing verdict, otherwise null. */
    private static @Nullable SendVerdict worst(List<SendVerdict> verdicts) {
        for (Class<? extends SendVerdict> type : WORST_FIRST) {
            for (SendVerdict verdict : verdicts) {
                if (type.isInstance(verdict)) {
                    return verdict;
                }
            }
        }
        return null;
    }

    /** Adds the id of a message that was not generated, and returns what an earlier message with it has in common. */
    private SeenMessages.Earlier earlier(SmsMessage message) {
        String id = message.correlationId();
        return id == null || input.isGenerated(id)
                ? SeenMessages.Earlier.NONE
                : seen.addId(id, SeenMessages.content(message.destination(), message.messageText()));
    }

    private void keep(SmsCheck check) {
        verdicts[check.verdict().ordinal()]++;
        if (kept == SmsResults.all || kept == SmsResults.problems && check.hasProblem()) {
            checks.add(check);
        }
    }

    private SmsCheck check(
            SmsMessage whole, List<SmsMessage> parts, Verdict verdict, @Nullable String code, @Nullable String reason) {
        SmsEncoding encoding = SmsEncoding.GSM_7;
        int count = 0;
        for (SmsMessage part : parts) {
            Segments taken = Segments.of(String.valueOf(part.messageText()));
            count += taken.count();
            encoding = taken.encoding() == SmsEncoding.UCS_2 ? SmsEncoding.UCS_2 : encoding;
        }
        return new SmsCheck(
                whole.destination(), whole.origin(), ownId(whole.correlationId()), encoding, count, verdict, code, reason);
    }

    private @Nullable String ownId(@Nullable String id) {
        return input.isGenerated(id) ? null : id;
    }

    /** Returns the checks that are kept, in input order. */
    List<SmsCheck> checks() {
        return checks;
    }

    /**
     * Returns the totals so far.
     *
     * @param price price of a segment, or null
     */
    SmsDryRun totals(DryRunBacklog backlog, @Nullable BigDecimal price) {
        long messages = 0;
        for (long count : verdicts) {
            messages += count;
        }
        return new SmsDryRun(
                messages, count(Verdict.ALLOWED), count(Verdict.DEFERRED), count(Verdict.DUPLICATE), count(Verdict.REJECTED),
                storedBefore, repeatedIds, repeatedTexts, seen.isComplete(), segments, backlog.pace().requests(sentParts),
                backlog.messages(), backlog.timeToDrain(sentParts),
                price == null ? null : price.multiply(BigDecimal.valueOf(segments)));
    }

    private long count(Verdict verdict) {
        return verdicts[verdict.ordinal()];
    }
}
