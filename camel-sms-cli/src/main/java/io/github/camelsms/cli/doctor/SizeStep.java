package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.cli.doctor.Examination.Message;
import io.github.camelsms.cli.doctor.Finding.Setting;
import org.jspecify.annotations.Nullable;

/** The largest request that passes firewalls and gateways. */
final class SizeStep implements Step {

    /** More than 200 messages of 160 characters that are all encoded with three bytes. */
    private static final int LARGEST = 128 * 1024;
    private static final int SMALLEST = 512;
    /** A message of 160 characters, mostly ASCII, with an id of 50. */
    private static final int BYTES_PER_MESSAGE = 450;
    private static final int MAX_BATCH = 200;

    @Override
    public List<Point> points() {
        return List.of(Point.LARGEST_REQUEST);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return new Cost(1, 1, 9, Duration.ofSeconds(15));
    }

    @Override
    public String plan(Examination examination) {
        return "Sends a message in a body that is filled with spaces to " + Words.bytes(LARGEST)
               + ". While the service refuses it, halves the body.";
    }

    @Override
    public @Nullable String obstacle(Examination examination) {
        return examination.sendingEnded();
    }

    @Override
    public List<Finding> run(Examination examination) throws InterruptedException {
        Message message = examination.message();
        String refusal = "";
        for (int size = LARGEST; size >= SMALLEST; size /= 2) {
            SendOutcome outcome = examination.send(List.of(message), size);
            switch (outcome.kind()) {
                case ACCEPTED, REJECTED -> {
                    return List.of(passed(size, refusal));
                }
                case REFUSED -> refusal = outcome.reason();
                default -> {
                    return List.of(stopped(size, outcome));
                }
            }
        }
        return List.of(Finding.problem(
                Point.LARGEST_REQUEST, "none", "A request of " + Words.bytes(SMALLEST) + " is refused with " + refusal + "."));
    }

    private static Finding passed(int size, String refusal) {
        if (refusal.isEmpty()) {
            return Finding.found(
                    Point.LARGEST_REQUEST, Integer.toString(size),
                    "A request of " + Words.bytes(size) + " passes, more than 200 messages need.");
        }
        int batch = Math.max(1, Math.min(MAX_BATCH, size / BYTES_PER_MESSAGE));
        String text = "A request of " + Words.bytes(size) + " passes; one of " + Words.bytes(2 * size) + " is refused with "
                      + refusal + ".";
        return batch == MAX_BATCH
                ? Finding.found(Point.LARGEST_REQUEST, Integer.toString(size), text)
                : Finding.found(
                        Point.LARGEST_REQUEST, Integer.toString(size), text,
                        new Setting(
                                "batchSize", Integer.toString(batch),
                                "a message has up to " + BYTES_PER_MESSAGE + " bytes, more with many accents"));
    }

    private static Finding stopped(int size, SendOutcome outcome) {
        return outcome.kind() == SendOutcome.Kind.UNKNOWN
                ? Finding.problem(
                        Point.LARGEST_REQUEST, "unknown",
                        "The outcome of the request of " + Words.bytes(size) + " is unknown: " + outcome.reason()
                                                          + ". It is not sent again. If the phone gets no message, a firewall may have dropped it.")
                : Finding.notFound(
                        Point.LARGEST_REQUEST, "The request of " + Words.bytes(size) + " was not accepted: " + outcome.reason()
                                               + ".");
    }
}
