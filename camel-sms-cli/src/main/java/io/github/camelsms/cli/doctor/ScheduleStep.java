package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.cli.doctor.Examination.Message;
import io.github.camelsms.cli.doctor.Finding.Setting;
import org.jspecify.annotations.Nullable;

/** Whether the service waits for scheduledDate. */
final class ScheduleStep implements Step {

    private static final Duration MIN_DELAY = Duration.ofMinutes(2);

    @Override
    public List<Point> points() {
        return List.of(Point.SCHEDULED_DATE);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        Duration longest = settings.maxWait().multipliedBy(4).plus(MIN_DELAY);
        return new Cost(1, 1, 1 + 2 * Watch.maxRounds(longest), longest);
    }

    @Override
    public String plan(Examination examination) {
        return "Sends a message with a scheduledDate in " + Words.duration(delay(examination))
               + ", and watches when it gets its final status. The polls consume statuses, which are kept in "
               + examination.file().path() + ". Watch when the phone gets it.";
    }

    @Override
    public @Nullable String obstacle(Examination examination) {
        Examination.Listed listed = examination.listed;
        if (examination.sendingEnded() != null) {
            return examination.sendingEnded();
        }
        return listed == null || listed.untilFinal() == null
                ? "no message got a final status, so that its time would show nothing" : null;
    }

    /** Returns a time in which a message that is not held back certainly gets its final status. */
    private static Duration delay(Examination examination) {
        Examination.Listed listed = examination.listed;
        Duration usual = listed == null || listed.untilFinal() == null ? Duration.ZERO : listed.untilFinal();
        Duration delay = usual.multipliedBy(3).plus(Duration.ofMinutes(1));
        return Duration.ofSeconds((delay.compareTo(MIN_DELAY) > 0 ? delay : MIN_DELAY).toSeconds());
    }

    @Override
    public List<Finding> run(Examination examination) throws IOException, InterruptedException {
        Duration delay = delay(examination);
        long due = examination.now().plus(delay).getEpochSecond();
        Message message = examination.message(due);
        SendOutcome outcome = examination.send(List.of(message), 0);
        if (outcome.kind() == SendOutcome.Kind.REJECTED || outcome.kind() == SendOutcome.Kind.REFUSED) {
            return List.of(Finding.found(
                    Point.SCHEDULED_DATE, "rejected", "A message with a scheduledDate is rejected: " + outcome.reason() + ".",
                    dueAt()));
        }
        if (!outcome.isAccepted()) {
            return List.of(Finding.notFound(
                    Point.SCHEDULED_DATE, "The message was not accepted: " + outcome.reason() + "."));
        }
        long accepted = examination.now().getEpochSecond();
        Watch watch = new Watch(examination, message.correlationId(), due);
        watch.run(delay.multipliedBy(2));
        return List.of(finding(watch, accepted, due));
    }

    private static Finding finding(Watch watch, long accepted, long due) {
        Duration wait = Duration.ofSeconds(due - accepted);
        Duration end = watch.finalAfter();
        if (end != null && end.compareTo(wait) < 0) {
            return Finding.found(
                    Point.SCHEDULED_DATE, "ignored",
                    "The message got its final status after " + Words.duration(end) + ", before its scheduledDate.", dueAt());
        }
        Long sent = watch.sentSeconds();
        boolean isSentWhenDue = sent != null && sent >= due - 1;
        if (isSentWhenDue || (end != null && watch.notFinalAt().compareTo(wait.minusSeconds(20)) >= 0)) {
            return Finding.found(
                    Point.SCHEDULED_DATE, "honored",
                    "The message got its final status after its scheduledDate"
                                                     + (isSentWhenDue
                                                             ? ", which is also its send time."
                                                             : ". Its send time is that of the request."));
        }
        return Finding.notFound(
                Point.SCHEDULED_DATE, "The statuses do not show when the message was sent. Look at the phone: it was due "
                                      + Words.duration(wait) + " after the request.");
    }

    private static Setting dueAt() {
        return new Setting(
                "CamelSmsDueAt", "header", "a message store holds messages until they are due; do not use scheduledDate");
    }
}
