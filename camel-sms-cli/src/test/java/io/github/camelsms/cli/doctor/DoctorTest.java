package io.github.camelsms.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.cli.doctor.Finding.State;
import io.github.camelsms.simulator.DateMeaning;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DoctorTest {

    @TempDir
    Path directory;

    @Test
    void examine_defaultSimulator_spendsFourMessages() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder())) {
            Report report = run.examine();

            assertThat(run.accepted()).hasSize(4);
            assertThat(report.options()).as(report.text()).isEmpty();
            assertThat(report.finding(Point.NEXT_LINK).state()).isEqualTo(State.NOT_FOUND);
        }
    }

    @Test
    void examine_anyService_showsNoSecret() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().password("pa55word")).password("pa55word")
                .withMessages(150)) {
            Report report = run.examine();

            assertThat(report.text() + report.json() + run.said())
                    .contains("*4321").doesNotContain(DoctorRun.NUMBER, "pa55word", "1191111", "of examination 0a");
        }
    }

    @Test
    void examine_statusesOfOtherMessages_areKept() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder()).withMessages(150)) {
            run.examine();

            String kept = Files.readString(run.statusFile());
            for (int i = 0; i < 150; i++) {
                assertThat(kept).contains("other-" + i + "\\\"");
            }
            assertThat(run.simulator().statistics().reportedStatuses()).isPositive();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void examine_fileOfStatuses_isForItsOwnerOnly() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder())) {
            run.examine();

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.statusFile()))).isEqualTo("rw-------");
        }
    }

    @Test
    void examine_fileOfStatusesExists_pollsNothing() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder())) {
            Files.writeString(run.statusFile(), "mine");

            Report report = run.examine();

            assertThat(report.finding(Point.STATUS_ENVELOPE).state()).isEqualTo(State.PROBLEM);
            assertThat(run.simulator().statistics().statusRequests()).isZero();
            assertThat(Files.readString(run.statusFile())).isEqualTo("mine");
        }
    }

    @ParameterizedTest
    @CsvSource({ "0, 0", "10, 10", "90, 90", "480, 480" })
    void examine_statusesByDateAreLate_findsTheTime(int seconds, int lag) throws Exception {
        try (DoctorRun run = new DoctorRun(
                directory, SmsSimulator.builder().statusByDateLag(Duration.ofSeconds(seconds)))) {
            Report report = run.examine();

            assertThat(Integer.parseInt(report.finding(Point.STATUS_BY_DATE_LAG).value())).as(report.text())
                    .isBetween(lag, lag + 20);
            assertThat(report.finding(Point.DATE).value()).isEqualTo("day");
            assertThat(report.options().containsKey("reconcileAfter")).isEqualTo(lag > 30);
        }
    }

    @Test
    void examine_statusByDateNeverAppears_skipsWhatDependsOnIt() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().statusByDateLag(Duration.ofDays(1)))) {
            Report report = run.examine();

            assertThat(report.finding(Point.STATUS_BY_DATE_LAG).state()).isEqualTo(State.NOT_FOUND);
            assertThat(report.finding(Point.DATE).state()).isEqualTo(State.SKIPPED);
            assertThat(report.finding(Point.SCHEDULED_DATE).value()).isEqualTo("honored");
            assertThat(report.options()).containsKey("whenNotFound");
        }
    }

    @Test
    void examine_noFinalStatus_doesNotScheduleAMessage() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().everyStatus(MessageStatus.SENT))) {
            Report report = run.examine();

            assertThat(report.finding(Point.SCHEDULED_DATE).state()).isEqualTo(State.SKIPPED);
            assertThat(run.accepted()).hasSize(3);
        }
    }

    @Test
    void examine_noLimit_findsNone() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().requestsPerSecond(0))) {
            Report report = run.examine();

            assertThat(report.finding(Point.TOO_MANY_REQUESTS).value()).isEqualTo("none");
            assertThat(report.finding(Point.THROTTLED_COUNT).state()).isEqualTo(State.SKIPPED);
            assertThat(run.accepted()).hasSize(run.messagesSpent()).hasSize(7);
        }
    }

    @ParameterizedTest
    @CsvSource({ "5, 5", "0.5, 0.5", "2, 2" })
    void examine_otherRate_findsTheSame(double limit, double rate) throws Exception {
        try (DoctorRun run = new DoctorRun(
                directory, SmsSimulator.builder().requestsPerSecond(limit).countThrottledRequests(true)).rate(rate)) {
            Report report = run.examine();

            assertThat(report.finding(Point.TOO_MANY_REQUESTS).value()).isEqualTo("http-429-object");
            assertThat(report.finding(Point.POLLS_SHARE_LIMIT).value()).isEqualTo("none");
            assertThat(report.finding(Point.THROTTLED_COUNT).value()).as(report.text()).isEqualTo("true");
        }
    }

    @Test
    void examine_limitIsLowerThanTheRate_saysSo() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().requestsPerSecond(0.4))) {
            Report report = run.examine();

            assertThat(report.finding(Point.THROTTLED_COUNT).text()).contains("below the rate of 1.0 per second");
            assertThat(run.accepted()).allMatch(message -> message.timesAccepted() == 1);
        }
    }

    /** The service then shows its limit only to messages. */
    @Test
    void examine_requestsWithoutMessagesDoNotCount_sendsMessages() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().countInvalidRequests(false))) {
            Report report = run.examine();

            assertThat(report.finding(Point.TOO_MANY_REQUESTS).value()).isEqualTo("http-429-object");
            assertThat(report.finding(Point.POLLS_SHARE_LIMIT).state()).isEqualTo(State.SKIPPED);
            assertThat(run.accepted()).hasSize(5);
        }
    }

    @Test
    void examine_requestWithInvalidMessagesIsRefused_findsTheOrderOfThree() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().maxRequestBytes(900))) {
            Report report = run.examine();

            assertThat(report.finding(Point.RESULT_ORDER).value()).isEqualTo("input");
            assertThat(report.finding(Point.LARGEST_REQUEST).value()).isEqualTo("512");
            assertThat(report.options().get("batchSize").value()).isEqualTo("1");
            assertThat(run.accepted()).hasSize(6);
        }
    }

    @Test
    void examine_dateOfADayWithManyMessages_findsTheLink() throws Exception {
        try (DoctorRun run = new DoctorRun(
                directory, SmsSimulator.builder().dateMeaning(DateMeaning.SINCE)).withMessages(200)
                .dates(DoctorRun.START.minusSeconds(3600).getEpochSecond())) {
            Report report = run.examine();

            assertThat(report.finding(Point.NEXT_LINK).value()).isEqualTo("next absolute");
            assertThat(report.options()).doesNotContainKey("acceptFullLastPage");
        }
    }

    @Test
    void examine_lastPageIsFull_acceptsIt() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder()).withMessages(199)) {
            Report report = run.examine();

            assertThat(report.options()).containsKey("acceptFullLastPage");
        }
    }

    @ParameterizedTest
    @EnumSource(names = { "DROP_BEFORE", "DROP_AFTER", "GARBAGE", "TRUNCATED", "SERVER_ERROR" })
    void examine_outcomeOfAMessageIsUnknown_sendsNoFurtherOne(Loss loss) throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder())) {
            run.simulator().failNext(loss.fault);

            Report report = run.examine();

            assertThat(run.accepted()).hasSize(loss == Loss.DROP_BEFORE ? 0 : 1);
            assertThat(run.messagesSpent()).isEqualTo(1);
            assertThat(report.finding(Point.SEND_RESPONSE).value()).isEqualTo("unknown");
            for (Point point : List.of(
                    Point.STATUS_BY_DATE_LAG, Point.DATE, Point.RESULT_ORDER, Point.LARGEST_REQUEST, Point.SCHEDULED_DATE)) {
                assertThat(report.finding(point).state()).as(point.title()).isEqualTo(State.SKIPPED);
            }
            // Requests without messages are still possible.
            assertThat(report.finding(Point.TOO_MANY_REQUESTS).value()).isEqualTo("http-429-object");
        }
    }

    /** Faults after which a message may have been accepted. */
    enum Loss {
        DROP_BEFORE(Fault.dropBeforeAccepting()),
        DROP_AFTER(Fault.dropAfterAccepting()),
        GARBAGE(Fault.garbageBody()),
        TRUNCATED(Fault.truncateBody()),
        SERVER_ERROR(Fault.httpStatusAfterAccepting(500));

        private final Fault fault;

        Loss(Fault fault) {
            this.fault = fault;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5 })
    void examine_serviceDropsHalfOfItsResponses_neverRepeatsAMessage(long seed) throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().seed(seed))) {
            for (Operation operation : Operation.values()) {
                run.simulator().failRandomly(operation, 0.5, Fault.dropAfterAccepting());
            }

            Report report = run.examine();

            assertThat(run.accepted()).as(report.text()).allMatch(message -> message.timesAccepted() == 1)
                    .hasSizeLessThanOrEqualTo(run.messagesSpent());
        }
    }

    @Test
    void examine_pollGetsNoResponse_saysThatStatusesMayBeLost() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder())) {
            run.simulator().failNext(Operation.STATUS, Fault.dropAfterAccepting());

            Report report = run.examine();

            assertThat(report.text()).contains("Lost: 1 poll without a complete response");
            assertThat(report.finding(Point.STATUS_ENVELOPE).value()).isEqualTo("sent_status");
        }
    }

    @Test
    void examine_wrongPassword_endsAfterTheFirstRequest() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder()).password("wrong")) {
            Report report = run.examine();

            assertThat(report.finding(Point.CREDENTIALS).state()).isEqualTo(State.PROBLEM);
            assertThat(report.finding(Point.SEND_RESPONSE).text()).isEqualTo("the service rejects the credentials");
            assertThat(run.simulator().statistics().unauthorized()).isEqualTo(1);
            assertThat(run.simulator().statistics().sendRequests()).isZero();
        }
    }

    @Test
    void examine_wrongPath_saysWhatToCheck() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().basePath("/sms"))) {
            Report report = run.baseUrl(run.simulator().baseUrl().replace("/sms", "/other")).examine();

            assertThat(report.finding(Point.REACHABILITY).text()).contains("404").contains("Check the base address");
        }
    }

    @Test
    void examine_unreachableService_endsTheExamination() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder())) {
            run.simulator().stop();

            Report report = run.examine();

            assertThat(report.finding(Point.REACHABILITY).value()).isEqualTo("not-connected");
            assertThat(report.findings()).filteredOn(finding -> finding.state() == State.SKIPPED).hasSize(17);
        }
    }

    @Test
    void examine_untrustedCertificate_isAProblemOfTls() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder().https(true))) {
            Report report = run.baseUrl(run.simulator().httpsBaseUrl()).examine();

            assertThat(report.finding(Point.TLS).state()).isEqualTo(State.PROBLEM);
            assertThat(report.finding(Point.TLS).text()).contains("certificat");
            assertThat(run.simulator().statistics().sendRequests()).isZero();
        }
    }

    @Test
    void examine_personAgreesToNothing_makesNoRequest() throws Exception {
        try (DoctorRun run = new DoctorRun(directory, SmsSimulator.builder()).agrees(question -> false)) {
            Report report = run.examine();

            assertThat(report.findings()).allMatch(finding -> finding.state() == State.SKIPPED);
            assertThat(run.simulator().statistics().statusByDateRequests()).isZero();
        }
    }

    @Test
    void examine_eachStep_staysWithinWhatItSaid() throws Exception {
        try (DoctorRun run
                = new DoctorRun(directory, SmsSimulator.builder()).agrees(question -> question.contains("no message"))) {
            run.examine();

            assertThat(run.accepted()).isEmpty();
            assertThat(run.said()).anyMatch(line -> line.contains("4 to 9 messages"));
        }
    }
}
