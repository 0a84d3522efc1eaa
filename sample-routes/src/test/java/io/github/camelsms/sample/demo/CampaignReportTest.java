package io.github.camelsms.sample.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import io.github.camelsms.SmsVerdict;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.policy.SendWindowPolicy;
import io.github.camelsms.sample.demo.Campaign.Kind;
import io.github.camelsms.sample.demo.Campaign.Line;
import io.github.camelsms.sample.demo.CampaignReport.Result;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SimulatedMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the summary of a campaign with invented results: it finds each violation.
 */
class CampaignReportTest {

    private static final Instant OPENS = Instant.parse("2026-03-02T11:07:09Z");
    private static final Instant DURING = OPENS.plusSeconds(30);
    private static final Pattern LABEL = Pattern.compile("  ([a-z].*?)  +[\\d,]+");
    private static final int LINES = 400;

    private final Campaign campaign = new Campaign(LINES);
    private final CampaignWindow window = new CampaignWindow(OPENS);
    private final List<String> rows = new ArrayList<>();
    private final Map<String, Result> passwords = new HashMap<>();
    private final List<SimulatedMessage> received = new ArrayList<>();
    private long errors;

    @BeforeEach
    void allAsItMustBe() {
        Map<String, Integer> sent = new HashMap<>();
        for (int i = 0; i < LINES; i++) {
            Line line = campaign.lines().get(i);
            switch (line.kind()) {
                case ORDINARY -> accept(i, line);
                case REPEATED -> {
                    if (sent.merge(line.number(), 1, Integer::sum) <= Campaign.CAP) {
                        accept(i, line);
                    } else {
                        row(i, line.id() + ",REJECTED,,,FREQUENCY_CAP: 2 in PT24H,,");
                    }
                }
                case OPTED_OUT -> row(i, line.id() + ",REJECTED,,,OPTED_OUT: the number is in the opt-outs,,");
                case REJECTED_BY_SERVICE -> row(i, line.id() + ",REJECTED,-5,,INVALID_NUMBER_FORMAT,,");
                case INVALID, CONFLICTING -> row(i, ",REJECTED,,,\"it has 4 columns, instead of 3\",,");
                case COPY -> {
                }
            }
        }
        for (Line password : campaign.passwords()) {
            if (password.kind() == Kind.ORDINARY) {
                passwords.put(password.id(), new Result("ACCEPTED", "", "7"));
                received.add(message(password.id(), password.number(), OPENS.minusSeconds(5)));
            } else {
                passwords.put(password.id(), new Result("REJECTED", "OPTED_OUT", ""));
            }
        }
    }

    private void accept(int i, Line line) {
        row(i, line.id() + ",ACCEPTED,5,17,,2026-03-02T11:07:39Z,");
        received.add(message(line.id(), line.written(), DURING));
    }

    private void row(int i, String fields) {
        rows.add(fields + "****4321,campaign.csv," + (i + 2));
    }

    private static SimulatedMessage message(String id, String number, Instant time) {
        return new SimulatedMessage("1", id, number, null, time, null, MessageStatus.SENT, 1);
    }

    /** Returns the summary if it reports success. */
    private Optional<String> success() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CampaignReport report = new CampaignReport(campaign, window, new PrintStream(out, true, StandardCharsets.UTF_8));
        rows.forEach(report::add);
        passwords.forEach(report::addPassword);
        return report.summarize(received, 2, errors, 60) ? Optional.of(out.toString(StandardCharsets.UTF_8)) : Optional.empty();
    }

    private int position(Kind kind) {
        return campaign.lines().stream().map(Line::kind).toList().indexOf(kind);
    }

    private Line first(Kind kind) {
        return campaign.lines().get(position(kind));
    }

    @Test
    void summarize_allAsItMustBe_isSuccessAndCountsEachLineOnce() {
        assertThat(success()).hasValueSatisfying(
                summary -> assertThat(summary).containsPattern("accepted +346\n").containsPattern("has opted out +16\n")
                        .containsPattern("had its 2 messages +16\n").containsPattern("invalid +19\n")
                        .containsPattern("copy of an earlier line +3\n")
                        .containsPattern("received before the window opened +19\n"));
    }

    @Test
    void summarize_resultIsRepeatedOrFollowsUnknown_isSuccess() {
        rows.add(0, "id-20,UNKNOWN,,,no response,,****0020,campaign.csv,22");
        rows.add("id-20,ACCEPTED,5,17,,,****0020,campaign.csv,22");
        rows.add("id-20,UNKNOWN,,,no response,,****0020,campaign.csv,22");

        assertThat(success()).isPresent();
    }

    @Test
    void summarize_lineWithoutOutcome_isFailure() {
        rows.remove(rows.size() - 1);

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_lineStaysUnknown_isFailure() {
        rows.replaceAll(row -> row.startsWith("id-20,") ? "id-20,UNKNOWN,,,no response,,****0020,campaign.csv,22" : row);

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_lineWithTwoOutcomes_isFailure() {
        rows.add("id-20,REJECTED,-5,,GENERAL_ERROR,,****0020,campaign.csv,22");
        rows.add("id-20,ACCEPTED,5,17,,,****0020,campaign.csv,22");

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_optedOutLineIsNotRejectedForIt_isFailure() {
        rows.replaceAll(row -> row.replaceFirst("OPTED_OUT.*?,", "FREQUENCY_CAP,"));

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_tooManyRejectedForTheCap_isFailure() {
        Line line = first(Kind.REPEATED);
        rows.replaceAll(
                row -> row.startsWith(line.id() + ",") ? row.replaceFirst("ACCEPTED,5,17,", "REJECTED,,,FREQUENCY_CAP") : row);
        received.removeIf(message -> line.id().equals(message.correlationId()));

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_acceptedMessageDidNotArrive_isFailure() {
        received.remove(0);

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_rejectedMessageArrived_isFailure() {
        Line line = first(Kind.REJECTED_BY_SERVICE);
        received.add(message(line.id(), line.number(), DURING));

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_messageToOptedOutNumberArrived_isFailure() {
        // Without its ninth digit, and under an id that no line has.
        received.add(message("other", first(Kind.OPTED_OUT).number().replaceFirst("^119", "11"), DURING));

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_messageArrivedOutsideTheWindow_isFailure() {
        SimulatedMessage last = received.stream().filter(message -> "id-20".equals(message.correlationId())).findFirst()
                .orElseThrow();
        for (Instant time : List.of(OPENS.minusMillis(1), OPENS.plusSeconds(65), OPENS.plusSeconds(119))) {
            received.replaceAll(
                    message -> "id-20".equals(message.correlationId()) ? message("id-20", last.destination(), time) : message);
            assertThat(success()).as("at %s", time).isEmpty();
        }
        for (Instant time : List.of(OPENS, OPENS.plusSeconds(63), OPENS.plusSeconds(120))) {
            received.replaceAll(
                    message -> "id-20".equals(message.correlationId()) ? message("id-20", last.destination(), time) : message);
            assertThat(success()).as("at %s", time).isPresent();
        }
    }

    @Test
    void summarize_thirdMessageToANumberArrived_isFailure() {
        received.add(message("other", first(Kind.REPEATED).number(), DURING));

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_messageArrivedTwice_isFailure() {
        received.add(received.get(0));

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_errorInTheLog_isFailure() {
        errors = 1;

        assertThat(success()).isEmpty();
    }

    @Test
    void summarize_labels_areThoseOnThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/campaign.md"));
        String summary
                = page.substring(page.indexOf("Outcomes of the "), page.indexOf("```", page.indexOf("Outcomes of the ")));

        assertThat(labels(summary)).isEqualTo(labels(success().orElseThrow())).hasSizeGreaterThan(15);
        assertThat(labels(summary)).allSatisfy(label -> assertThat(page).contains("| " + label + " |"));
    }

    private static List<String> labels(String text) {
        return LABEL.matcher(text).results().map(found -> found.group(1)).toList();
    }

    @Test
    void zone_anyTimeOfTheDay_isTheOneInWhichThePolicyOpens() {
        for (int seconds = 0; seconds < Duration.ofDays(1).toSeconds(); seconds += 1799) {
            CampaignWindow other = new CampaignWindow(Instant.parse("2026-03-01T00:00:00Z").plusSeconds(seconds));
            SendWindowPolicy policy = new SendWindowPolicy();
            policy.setHours(CampaignWindow.HOURS);
            policy.setZone(other.zone().toString());
            for (int second = -20; second < 130; second++) {
                Instant time = other.opens().plusSeconds(second);
                assertThat(policy.check(SmsMessage.of("text", "11987654321"), time) instanceof SmsVerdict.Allow)
                        .isEqualTo(other.contains(time, Duration.ZERO));
            }
        }
    }
}
