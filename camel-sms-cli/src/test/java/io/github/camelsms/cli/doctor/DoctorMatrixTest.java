package io.github.camelsms.cli.doctor;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.github.camelsms.cli.doctor.Finding.State;
import io.github.camelsms.simulator.DateMeaning;
import io.github.camelsms.simulator.LinkForm;
import io.github.camelsms.simulator.RateLimitScope;
import io.github.camelsms.simulator.RateLimiterKind;
import io.github.camelsms.simulator.ResultOrder;
import io.github.camelsms.simulator.ScheduledDates;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.simulator.StatusEnvelope;
import io.github.camelsms.simulator.TooManyRequestsResponse;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the doctor against the simulator in each setting of what the interface leaves open, one at a time and in random
 * combinations. The doctor must find what was set.
 */
class DoctorMatrixTest {

    /**
     * A setting, and what the doctor must find because of it.
     *
     * @param values values of findings; an empty one if the point cannot be found
     */
    private record Case(String name, UnaryOperator<SmsSimulatorBuilder> setting, Map<Point, String> values) {

        @Override
        public String toString() {
            return name;
        }
    }

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("cases")
    void examine_oneSetting_findsIt(Case setting) throws Exception {
        Map<Point, String> expected = defaults();
        expected.putAll(setting.values());

        examine(setting.setting().apply(SmsSimulator.builder()), expected);
    }

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void examine_randomSettings_findsThemAll(long seed) throws Exception {
        Random random = new Random(seed);
        List<List<Case>> groups = List.of(envelopes(), links(), orders(), forms(), limits(), dates(), sizes(), schedules());
        SmsSimulatorBuilder builder = SmsSimulator.builder().seed(seed);
        Map<Point, String> expected = defaults();
        for (List<Case> group : groups) {
            Case setting = group.get(random.nextInt(group.size()));
            setting.setting().apply(builder);
            expected.putAll(setting.values());
        }

        examine(builder, expected);
    }

    private void examine(SmsSimulatorBuilder builder, Map<Point, String> expected) throws Exception {
        try (DoctorRun run = new DoctorRun(directory, builder).withMessages(150)) {
            Report report = run.examine();

            Map<Point, String> found = new TreeMap<>();
            expected.keySet().forEach(point -> found.put(point, report.finding(point).value()));
            assertThat(found).as(report.text()).isEqualTo(expected);
            assertThat(report.findings()).as(report.text()).noneMatch(finding -> finding.state() == State.PROBLEM);
            assertThat(run.accepted()).hasSize(run.messagesSpent()).hasSizeLessThanOrEqualTo(6)
                    .allMatch(message -> message.destination().equals(DoctorRun.NUMBER) && message.timesAccepted() == 1);
        }
    }

    static Stream<Case> cases() {
        return Stream.of(envelopes(), links(), orders(), forms(), limits(), dates(), sizes(), schedules(), lags())
                .flatMap(List::stream);
    }

    private static Map<Point, String> defaults() {
        Map<Point, String> values = new TreeMap<>();
        values.put(Point.REACHABILITY, "reachable");
        values.put(Point.TLS, "none");
        values.put(Point.CREDENTIALS, "accepted");
        values.put(Point.WRONG_CREDENTIALS, "HTTP status 401 with code 401");
        values.put(Point.SEND_RESPONSE, "accepted");
        values.put(Point.NO_STATUSES, "code-6");
        values.put(Point.STATUS_ENVELOPE, "sent_status");
        values.put(Point.DATE, "day");
        values.put(Point.ZONE, "-03:00");
        values.put(Point.NEXT_LINK, "next absolute");
        values.put(Point.RESULT_ORDER, "input");
        values.put(Point.TOO_MANY_REQUESTS, "http-429-object");
        values.put(Point.POLLS_SHARE_LIMIT, "none");
        values.put(Point.QUERIES_SHARE_LIMIT, "none");
        values.put(Point.THROTTLED_COUNT, "false");
        values.put(Point.LARGEST_REQUEST, "131072");
        values.put(Point.SCHEDULED_DATE, "honored");
        return values;
    }

    private static List<Case> envelopes() {
        List<Case> cases = new ArrayList<>();
        for (StatusEnvelope envelope : StatusEnvelope.values()) {
            cases.add(new Case(
                    envelope.name(), builder -> builder.statusEnvelope(envelope),
                    Map.of(
                            Point.STATUS_ENVELOPE, switch (envelope) {
                                case SENT_STATUS_OBJECT -> "sent_status";
                                case BARE_ARRAY -> "array";
                                case OTHER_NAME -> "statuses";
                                case NESTED -> "data.statuses";
                            },
                            Point.NO_STATUSES, envelope == StatusEnvelope.SENT_STATUS_OBJECT ? "code-6" : "empty-array")));
        }
        return cases;
    }

    private static List<Case> links() {
        List<Case> cases = new ArrayList<>();
        for (LinkForm form : LinkForm.values()) {
            String word = switch (form) {
                case ABSOLUTE -> "absolute";
                case RELATIVE -> "relative";
                case QUERY_ONLY -> "query-only";
            };
            for (String field : List.of("next", "link", "proximaPagina")) {
                cases.add(new Case(
                        field + " " + form, builder -> builder.linkForm(form).linkField(field),
                        Map.of(Point.NEXT_LINK, field + " " + word)));
            }
            cases.add(new Case(
                    "nested " + form, builder -> builder.linkForm(form).linkField("href").linkParentField("next"),
                    Map.of(Point.NEXT_LINK, "next.href " + word)));
        }
        return cases;
    }

    private static List<Case> orders() {
        List<Case> cases = new ArrayList<>();
        for (ResultOrder order : ResultOrder.values()) {
            cases.add(new Case(order.name(), builder -> builder.resultOrder(order), Map.of(Point.RESULT_ORDER, switch (order) {
                case INPUT -> "input";
                case REVERSED -> "reversed";
                case SHUFFLED -> "other";
            })));
        }
        return cases;
    }

    private static List<Case> forms() {
        List<Case> cases = new ArrayList<>();
        for (TooManyRequestsResponse form : TooManyRequestsResponse.values()) {
            String word = switch (form) {
                case HTTP_STATUS_JSON -> "http-429-object";
                case HTTP_STATUS_EMPTY -> "http-429-empty";
                case BODY_OBJECT -> "http-200-object";
                case BODY_ARRAY -> "http-200-array";
            };
            cases.add(new Case(
                    form.name(), builder -> builder.tooManyRequestsResponse(form), Map.of(Point.TOO_MANY_REQUESTS, word)));
            cases.add(new Case(
                    form + " with Retry-After", builder -> builder.tooManyRequestsResponse(form).retryAfter(true),
                    Map.of(Point.TOO_MANY_REQUESTS, word + "-retry-after")));
        }
        return cases;
    }

    private static List<Case> limits() {
        List<Case> cases = new ArrayList<>();
        for (RateLimiterKind kind : RateLimiterKind.values()) {
            for (RateLimitScope scope : RateLimitScope.values()) {
                for (boolean counts : new boolean[] { false, true }) {
                    String word = switch (scope) {
                        case SEND -> "none";
                        case EACH_OPERATION -> "own";
                        case ALL_OPERATIONS -> "shared";
                    };
                    // A fixed second is full anyway.
                    boolean matters = counts && kind != RateLimiterKind.FIXED_SECOND;
                    cases.add(new Case(
                            kind + " " + scope + (counts ? " counts throttled requests" : ""),
                            builder -> builder.rateLimiter(kind).rateLimitScope(scope).countThrottledRequests(counts),
                            Map.of(
                                    Point.POLLS_SHARE_LIMIT, word, Point.QUERIES_SHARE_LIMIT, word,
                                    Point.THROTTLED_COUNT, Boolean.toString(matters))));
                }
            }
        }
        return cases;
    }

    private static List<Case> dates() {
        List<Case> cases = new ArrayList<>();
        for (String zone : List.of(
                "America/Sao_Paulo", "UTC", "America/Manaus", "America/Noronha", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tokyo",
                "Pacific/Auckland", "Pacific/Pago_Pago")) {
            String offset = ZoneId.of(zone).getRules().getOffset(DoctorRun.START).getId();
            cases.add(new Case(
                    "zone " + zone, builder -> builder.zone(ZoneId.of(zone)), Map.of(Point.DATE, "day", Point.ZONE, offset)));
            cases.add(new Case(
                    "day in " + zone, builder -> builder.dayZone(ZoneId.of(zone)),
                    Map.of(Point.DATE, "day", Point.ZONE, offset)));
        }
        cases.add(new Case(
                "since", builder -> builder.dateMeaning(DateMeaning.SINCE), Map.of(Point.DATE, "since", Point.ZONE, "")));
        cases.add(new Case(
                "next 24 hours", builder -> builder.dateMeaning(DateMeaning.NEXT_24_HOURS),
                Map.of(Point.DATE, "next-24-hours", Point.ZONE, "")));
        cases.add(new Case(
                "second", builder -> builder.dateMeaning(DateMeaning.SECOND),
                Map.of(Point.DATE, "second", Point.ZONE, "", Point.NEXT_LINK, "")));
        return cases;
    }

    private static List<Case> sizes() {
        List<Case> cases = new ArrayList<>();
        for (int status : List.of(403, 413)) {
            for (int size : List.of(100_000, 40_000, 5_000)) {
                cases.add(new Case(
                        size + " bytes, then " + status,
                        builder -> builder.maxRequestBytes(size).oversizedRequestStatus(status),
                        Map.of(Point.LARGEST_REQUEST, Integer.toString(Integer.highestOneBit(size)))));
            }
        }
        return cases;
    }

    private static List<Case> schedules() {
        List<Case> cases = new ArrayList<>();
        for (ScheduledDates handling : ScheduledDates.values()) {
            cases.add(new Case(
                    handling.name(), builder -> builder.scheduledDates(handling),
                    Map.of(Point.SCHEDULED_DATE, switch (handling) {
                        case HONORED, LISTED_WHEN_DUE -> "honored";
                        case IGNORED -> "ignored";
                        case REJECTED -> "rejected";
                    })));
        }
        return cases;
    }

    private static List<Case> lags() {
        return List.of(
                new Case(
                        "slow delivery", builder -> builder.deliveryDelay(Duration.ofSeconds(50), Duration.ofSeconds(90)),
                        Map.of()),
                new Case(
                        "slow delivery, dates ignored",
                        builder -> builder.deliveryDelay(Duration.ofSeconds(90), Duration.ofSeconds(180))
                                .scheduledDates(ScheduledDates.IGNORED),
                        Map.of(Point.SCHEDULED_DATE, "ignored")),
                new Case("lag", builder -> builder.statusByDateLag(Duration.ofSeconds(90)), Map.of()));
    }
}
