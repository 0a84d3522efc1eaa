package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.cli.doctor.Finding.Setting;
import io.github.camelsms.model.Count;
import org.jspecify.annotations.Nullable;

/** The first message: its result, the envelope of its statuses, and when a query by date returns it. */
final class MessageStep implements Step {

    /** Polls after the final status, until one is empty. */
    private static final int MAX_MORE_POLLS = 3;
    private static final Duration DEFAULT_RECONCILE_AFTER = Duration.ofSeconds(30);
    private static final Duration DEFAULT_RECONCILE_FOR = Duration.ofHours(1);

    @Override
    public List<Point> points() {
        return List.of(Point.NO_STATUSES, Point.SEND_RESPONSE, Point.STATUS_ENVELOPE, Point.STATUS_BY_DATE_LAG);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return new Cost(1, 1, 2 + MAX_MORE_POLLS + 2 * Watch.maxRounds(settings.maxWait()), settings.maxWait());
    }

    @Override
    public String plan(Examination examination) {
        return "Sends a message to " + Words.masked(examination.settings().number())
               + ", then polls its statuses and queries it by date until both show its final status. Each poll consumes up to"
               + " 100 statuses, also of other messages, which the service does not return again. They are kept in "
               + examination.file().path() + ".";
    }

    @Override
    public @Nullable String obstacle(Examination examination) {
        return examination.sendingEnded();
    }

    @Override
    public List<Finding> run(Examination examination) throws IOException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        Examination.Poll before = examination.poll();
        Examination.Message message = examination.message();
        SendOutcome outcome = examination.send(List.of(message), 0);
        findings.add(sendResponse(outcome));
        if (!outcome.isAccepted()) {
            findings.add(noStatuses(before, null));
            findings.add(Finding.skipped(Point.STATUS_ENVELOPE, "the message was not accepted"));
            findings.add(Finding.skipped(Point.STATUS_BY_DATE_LAG, "the message was not accepted"));
            return findings;
        }
        Watch watch = new Watch(examination, message.correlationId(), examination.now().getEpochSecond());
        watch.run(examination.settings().maxWait());
        examination.listed = watch.listed();
        findings.add(noStatuses(before, watch.emptyPoll() == null ? pollUntilEmpty(examination) : watch.emptyPoll()));
        findings.add(envelope(before, watch));
        findings.add(lag(watch, examination.settings().maxWait()));
        return findings;
    }

    private static Examination.@Nullable Poll pollUntilEmpty(Examination examination)
            throws IOException, InterruptedException {
        Examination.Poll poll = examination.poll();
        for (int i = 1; i < MAX_MORE_POLLS && poll != null && !poll.statuses().items().isEmpty(); i++) {
            poll = examination.poll();
        }
        return poll;
    }

    private static Finding sendResponse(SendOutcome outcome) {
        if (outcome.isAccepted()) {
            JsonNode result = outcome.results().get(0);
            String id = Json.text(result, "id_sms");
            return Finding.found(
                    Point.SEND_RESPONSE, "accepted", "The message was accepted; its id_sms has "
                                                     + (id == null ? "no value" : Count.of(id.length(), "character")) + ".");
        }
        return outcome.kind() == SendOutcome.Kind.UNKNOWN
                ? Finding.problem(Point.SEND_RESPONSE, "unknown", "The outcome of the message is unknown: " + outcome.reason()
                                                                  + ". It is not sent again. Look at the phone.")
                : Finding.problem(
                        Point.SEND_RESPONSE, outcome.kind().name().toLowerCase(Locale.ROOT),
                        "The message was not accepted: " + outcome.reason() + ".");
    }

    private static Finding noStatuses(Examination.@Nullable Poll first, Examination.@Nullable Poll later) {
        Examination.Poll empty = first != null && first.statuses().items().isEmpty() ? first : later;
        if (empty == null || !empty.statuses().items().isEmpty()) {
            return Finding.notFound(Point.NO_STATUSES, "No poll was empty.");
        }
        ServiceHttp.Received response = empty.response();
        if (response.body().length == 0) {
            return Finding.found(
                    Point.NO_STATUSES, "http-" + response.status(),
                    "A poll without statuses gets HTTP status " + response.status() + " without a body"
                                                                    + (response.status() == 204
                                                                            ? "."
                                                                            : ", which the component does not read as empty."));
        }
        Integer code = Json.code(response.json());
        if (code != null && code == 6) {
            return Finding.found(Point.NO_STATUSES, "code-6", "A poll without statuses gets code 6.");
        }
        if (response.isSuccess() && empty.statuses().path() != null) {
            return Finding.found(
                    Point.NO_STATUSES, "empty-array", "A poll without statuses gets an empty list: " + empty.statuses().place()
                                                      + ".");
        }
        return Finding.problem(
                Point.NO_STATUSES, "http-" + response.status(),
                "A poll without statuses gets HTTP status " + response.status()
                                                                + ", which the component does not read as empty.");
    }

    private static Finding envelope(Examination.@Nullable Poll first, Watch watch) {
        StatusItems statuses = watch.statuses();
        if (statuses == null && first != null && !first.statuses().items().isEmpty()) {
            statuses = first.statuses();
        }
        if (statuses == null || statuses.path() == null) {
            return Finding.notFound(
                    Point.STATUS_ENVELOPE, "No poll returned a status. Another application may poll the same account.");
        }
        return Finding.found(
                Point.STATUS_ENVELOPE, statuses.path().isEmpty() ? "array" : statuses.path(),
                "Polls return statuses in " + statuses.place()
                                                                                              + (statuses.depth()
                                                                                                 <= StatusItems.MAX_DEPTH
                                                                                                         ? ", which the component finds."
                                                                                                         : ", which is too deep for the component."));
    }

    private static Finding lag(Watch watch, Duration maxWait) {
        Duration upper = watch.byDateAfter();
        if (upper == null) {
            return Finding.notFound(
                    Point.STATUS_BY_DATE_LAG, "No query by date returned the message within " + Words.duration(maxWait) + ".",
                    new Setting("whenNotFound", "park", "a message that is not listed may have been sent"));
        }
        String text = "A query by date returned the message after " + Words.duration(watch.notByDateAt()) + " to "
                      + Words.duration(upper.plusMillis(999)) + ".";
        List<Setting> options = new ArrayList<>();
        if (upper.compareTo(DEFAULT_RECONCILE_AFTER) > 0) {
            options.add(new Setting(
                    "reconcileAfter", Long.toString(upper.multipliedBy(3).dividedBy(2).toMillis()),
                    "an earlier lookup does not find the message"));
        }
        if (upper.multipliedBy(6).compareTo(DEFAULT_RECONCILE_FOR) > 0) {
            options.add(new Setting(
                    "reconcileFor", Long.toString(upper.multipliedBy(6).toMillis()),
                    "six times what the service needed to list a message"));
        }
        return Finding.found(
                Point.STATUS_BY_DATE_LAG, Long.toString(upper.plusMillis(999).toSeconds()), text,
                options.toArray(Setting[]::new));
    }
}
