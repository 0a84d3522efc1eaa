package io.github.camelsms.sample.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.model.NinthDigit;
import io.github.camelsms.sample.demo.Campaign.Kind;
import io.github.camelsms.sample.demo.Campaign.Line;
import io.github.camelsms.simulator.SimulatedMessage;

/**
 * Outcomes of the lines of a campaign, from the files and the queue of results, compared with what each line must get
 * and with what the simulator has received. Uses none of the application's counts.
 */
final class CampaignReport {

    /** Longest time from the departure of a request to its arrival; the request timeout of the application. */
    private static final Duration MAX_TRANSIT = Duration.ofSeconds(4);
    private static final String ACCEPTED = "ACCEPTED";
    private static final String REJECTED = "REJECTED";
    private static final String UNKNOWN = "UNKNOWN";
    private static final String OPTED_OUT = "OPTED_OUT";
    private static final String OVER_CAP = "FREQUENCY_CAP";
    private static final String INVALID_NUMBER = "INVALID_NUMBER_FORMAT";
    /** The number of the header's line and that of the first line after it. */
    private static final int FIRST_LINE = 2;
    private static final Pattern ROW = Pattern.compile(
            "(?<id>[^,]*),(?<outcome>[^,]*),[^,]*,(?<smsId>[^,]*),\"?(?<reason>\\w*).*,(?<line>\\d+)");

    private final Campaign campaign;
    private final CampaignWindow window;
    private final PrintStream out;
    /** Results of the lines, by the position in the campaign. */
    private final Map<Integer, Result> results = new HashMap<>();
    /** Results of the one-time passwords, by correlation id. */
    private final Map<String, Result> passwords = new HashMap<>();
    private final Set<Path> read = new HashSet<>();
    private int contradictions;

    /**
     * Result of a message.
     *
     * @param reason first word of the reason, or empty
     * @param smsId  empty if a lookup showed that it was accepted
     */
    record Result(String outcome, String reason, String smsId) {

        boolean isSettled() {
            return !outcome.equals(UNKNOWN);
        }

        boolean isRejected(String why) {
            return outcome.equals(REJECTED) && reason.equals(why);
        }

        boolean isAccepted() {
            return outcome.equals(ACCEPTED);
        }

        boolean isInvalid() {
            return outcome.equals(REJECTED) && !isRejected(OPTED_OUT) && !isRejected(OVER_CAP);
        }
    }

    /** A line or a one-time password with its result. */
    private record Sent(Line line, Result result) {

        boolean isRight() {
            return switch (line.kind()) {
                case ORDINARY -> result.isAccepted();
                case REPEATED -> result.isAccepted() || result.isRejected(OVER_CAP);
                case OPTED_OUT -> result.isRejected(OPTED_OUT);
                case REJECTED_BY_SERVICE -> result.isRejected(INVALID_NUMBER);
                case INVALID, CONFLICTING -> result.isInvalid();
                case COPY -> false;
            };
        }
    }

    CampaignReport(Campaign campaign, CampaignWindow window, PrintStream out) {
        this.campaign = campaign;
        this.window = window;
        this.out = out;
    }

    /** Reads the files of results that are new in the folder. */
    void readFiles(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, Campaign.FILE + "*.csv")) {
            all.forEach(files::add);
        }
        for (Path path : files) {
            if (read.add(path)) {
                try (Stream<String> rows = Files.lines(path, StandardCharsets.UTF_8)) {
                    rows.skip(1).forEach(this::add);
                }
            }
        }
    }

    /** Adds a row of a file of results. */
    void add(String row) {
        Matcher matcher = ROW.matcher(row);
        if (!matcher.matches()) {
            throw new IllegalStateException("a row of the results has another format: " + row);
        }
        merge(
                results, Integer.parseInt(matcher.group("line")) - FIRST_LINE,
                new Result(matcher.group("outcome"), matcher.group("reason"), matcher.group("smsId")));
    }

    /** Adds the result of a one-time password. */
    void addPassword(String id, Result result) {
        merge(passwords, id, result);
    }

    /** Results are delivered at least once, so an old one may be repeated. */
    private <K> void merge(Map<K, Result> all, K key, Result next) {
        Result known = all.putIfAbsent(key, next);
        if (known == null || !next.isSettled()) {
            return;
        }
        if (known.isSettled() && !known.outcome.equals(next.outcome)) {
            contradictions++;
        }
        all.put(key, next);
    }

    private static long settled(Map<?, Result> results) {
        return results.values().stream().filter(Result::isSettled).count();
    }

    /** Returns whether each message has its final outcome. */
    boolean isComplete() {
        return settled(results) + settled(passwords) == expected() + campaign.passwords().size();
    }

    /** Returns the number of lines that have a result of their own. */
    private int expected() {
        return campaign.lines().size() - copies();
    }

    private int copies() {
        return (int) campaign.lines().stream().filter(line -> line.kind() == Kind.COPY).count();
    }

    /**
     * Prints the summary. Returns whether each line has exactly one outcome, the one that it must have, and the
     * simulator has received nothing that it must not, nothing twice, and all that was accepted.
     *
     * @param received what the simulator has accepted
     * @param kills    how often the application was killed
     * @param errors   number of errors in the application's log
     * @param seconds  how long the campaign has taken
     */
    boolean summarize(List<SimulatedMessage> received, int kills, long errors, long seconds) {
        Map<String, Long> arrivals = received.stream()
                .collect(Collectors.groupingBy(message -> String.valueOf(message.correlationId()), Collectors.counting()));
        List<SimulatedMessage> ofLines = received.stream().filter(message -> !isPassword(message)).toList();
        out.printf(Locale.ROOT, "%nOutcomes of the %,d lines of a campaign that was killed %d times%n", campaign.lines().size(),
                kills);
        line("accepted", count(Result::isAccepted));
        line("rejected: the number has opted out", count(result -> result.isRejected(OPTED_OUT)));
        line("rejected: the number has had its " + Campaign.CAP + " messages", count(result -> result.isRejected(OVER_CAP)));
        line("rejected: the line or its number is invalid", count(Result::isInvalid));
        line("copy of an earlier line", copies());
        line("unknown", count(result -> !result.isSettled()));
        long missing = expected() - results.size();
        line("without an outcome", missing);
        long wrong = wrong() + contradictions;
        line("with a wrong outcome, or with two", wrong);
        out.printf("%nOne-time passwords%n");
        line("accepted", passwords.values().stream().filter(Result::isAccepted).count());
        line("rejected: the number has opted out", passwords.values().stream().filter(r -> r.isRejected(OPTED_OUT)).count());
        line("received before the window opened",
                received.stream().filter(message -> isPassword(message) && window.precedesOpening(message.acceptedAt()))
                        .count());
        out.printf("%nMessages at the simulator%n");
        line("received", received.size());
        line("settled by a lookup after a kill", count(result -> result.isAccepted() && result.smsId.isEmpty()));
        long lost = lost(arrivals);
        line("accepted, but not received", lost);
        long unwanted = unwanted(arrivals);
        line("rejected, but received", unwanted);
        long optedOut = toOptedOut(received);
        line("received for a number that has opted out", optedOut);
        long outside = ofLines.stream().filter(message -> !window.contains(message.acceptedAt(), MAX_TRANSIT)).count();
        line("received outside the window", outside);
        long over = overCap(received);
        line("received above the cap of a number", over);
        long twice = received.size() - arrivals.size();
        line("received twice", twice);
        line("errors in the log of the application", errors);
        boolean isSuccess = isComplete() && missing + wrong + lost + unwanted + optedOut + outside + over + twice + errors == 0;
        out.printf(Locale.ROOT, "%n%s %,d lines have exactly one outcome, after %d s.%n", isSuccess ? "All" : "NOT all of the",
                campaign.lines().size(), seconds);
        return isSuccess;
    }

    private long count(Predicate<Result> isCounted) {
        return results.values().stream().filter(isCounted).count();
    }

    private static boolean isPassword(SimulatedMessage message) {
        return String.valueOf(message.correlationId()).startsWith("password-");
    }

    /** Returns the lines and passwords that have a result. */
    private Stream<Sent> sent() {
        Stream<Sent> ofLines = results.entrySet().stream()
                .map(result -> new Sent(campaign.lines().get(result.getKey()), result.getValue()));
        Stream<Sent> ofPasswords = campaign.passwords().stream().filter(line -> passwords.containsKey(line.id()))
                .map(line -> new Sent(line, Objects.requireNonNull(passwords.get(line.id()))));
        return Stream.concat(ofLines, ofPasswords);
    }

    /** Counts the lines and passwords whose outcome is not the one of their kind. */
    private long wrong() {
        Map<String, Long> accepted = sent().filter(sent -> sent.line.kind() == Kind.REPEATED && sent.result.isAccepted())
                .collect(Collectors.groupingBy(sent -> sent.line.number(), Collectors.counting()));
        // Neither more nor fewer than the cap.
        long ofRepeated = campaign.repeated().entrySet().stream()
                .mapToLong(e -> Math.abs(accepted.getOrDefault(e.getKey(), 0L) - Math.min(e.getValue(), Campaign.CAP))).sum();
        return ofRepeated + sent().filter(sent -> sent.result.isSettled() && !sent.isRight()).count();
    }

    private long lost(Map<String, Long> arrivals) {
        return sent().filter(sent -> sent.result.isAccepted() && !arrivals.containsKey(sent.line.id())).count();
    }

    private long unwanted(Map<String, Long> arrivals) {
        // The id of a conflicting line is that of a line that was sent.
        return sent().filter(sent -> sent.result.outcome.equals(REJECTED) && sent.line.kind() != Kind.CONFLICTING
                && arrivals.containsKey(sent.line.id())).count();
    }

    private long toOptedOut(List<SimulatedMessage> received) {
        Set<String> numbers = campaign.lines().stream().filter(line -> line.kind() == Kind.OPTED_OUT).map(Line::number)
                .collect(Collectors.toSet());
        return received.stream().filter(message -> numbers.contains(NinthDigit.added(message.destination()))).count();
    }

    private static long overCap(List<SimulatedMessage> received) {
        return received.stream()
                .collect(Collectors.groupingBy(message -> NinthDigit.added(message.destination()), Collectors.counting()))
                .values().stream().mapToLong(count -> Math.max(0, count - Campaign.CAP)).sum();
    }

    private void line(String what, long count) {
        DemoReport.line(out, what, count);
    }
}
