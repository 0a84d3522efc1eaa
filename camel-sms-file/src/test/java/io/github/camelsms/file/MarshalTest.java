package io.github.camelsms.file;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsEncoding;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MarshalTest extends CamelTestSupport {

    private static final String RESULTS = "correlationId,outcome,code,smsId,reason,sentAt,destination,file,line\n";
    private static final String STATUSES = "correlationId,status,sentDate,destination\n";
    private static final String STORED = "correlationId,state,deliveryStatus,reason,sentAt,destination,file,line\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Override
    protected RoutesBuilder createRouteBuilder() {
        context.getPropertiesComponent().addOverrideProperty("folder", folder.toString());
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:rows").marshal().custom("smsFile").convertBodyTo(String.class);

                from("direct:shown").to("dataformat:smsFile:marshal?showNumbers=true&header=false")
                        .convertBodyTo(String.class);

                from("direct:append").to("dataformat:smsFile:marshal?header=false")
                        .to("file:{{folder}}?fileExist=Append&fileName=rows.csv");
            }
        };
    }

    @Test
    void marshal_results_haveNumberFileAndLine() {
        SmsSendResult accepted = SmsSendResult.accepted(5, "sms-1", "a")
                .withSentAt(Instant.parse("2026-03-31T17:30:00.123456Z"))
                .about("11987654321", new SmsOrigin("in.csv", 7));

        assertThat(rows(accepted)).isEqualTo(
                RESULTS + "a,ACCEPTED,5,sms-1,,2026-03-31T17:30:00.123Z,****4321,in.csv,7\n");
        assertThat(rows(rejected("a"))).isEqualTo(RESULTS + "a,REJECTED,,,bad,,,,\n");
        assertThat(template.requestBody("direct:shown", accepted)).isEqualTo(
                "a,ACCEPTED,5,sms-1,,2026-03-31T17:30:00.123Z,11987654321,in.csv,7\n");
    }

    @Test
    void marshal_checks_haveVerdictEncodingAndSegments() {
        List<SmsCheck> checks = List.of(
                new SmsCheck(
                        "11987654321", new SmsOrigin("in.csv", 7), "a", SmsEncoding.UCS_2, 3, SmsCheck.Verdict.ALLOWED, null,
                        null),
                new SmsCheck("123", null, null, null, 0, SmsCheck.Verdict.REJECTED, "-5", "bad"),
                new SmsCheck(null, null, null, SmsEncoding.GSM_7, 1, SmsCheck.Verdict.REJECTED, "OPTED_OUT", "out"));

        assertThat(rows(checks)).isEqualTo("""
                correlationId,verdict,code,reason,encoding,segments,destination,file,line
                a,ALLOWED,,,UCS_2,3,****4321,in.csv,7
                ,REJECTED,-5,bad,,0,****,,
                ,REJECTED,OPTED_OUT,out,GSM_7,1,,,
                """);
    }

    @Test
    void marshal_formulas_areNeutral() {
        SmsSendResult result = rejected("=b").about("+5511987654321", new SmsOrigin("@a.csv", 1));

        assertThat(template.requestBody("direct:shown", result)).isEqualTo("'=b,REJECTED,,,bad,,'+5511987654321,'@a.csv,1\n");
    }

    @Test
    void marshal_eachKindOfMany_writesTheElementsInOrder() {
        List<SmsSendResult> two = List.of(rejected("a"), rejected("b"));
        String expected = RESULTS + "a,REJECTED,,,bad,,,,\nb,REJECTED,,,bad,,,,\n";
        Iterable<SmsSendResult> iterable = two::iterator;

        for (Object body : List.of(two, two.iterator(), iterable, two.stream(), two.toArray())) {
            assertThat(rows(body)).isEqualTo(expected);
        }
    }

    @Test
    void marshal_nothing_writesTheHeaderLineOfResults() {
        for (Object body : List.of(List.of(), Stream.empty(), List.of().iterator())) {
            assertThat(rows(body)).isEqualTo(RESULTS);
        }
        assertThat(template.requestBody("direct:shown", List.of())).isEqualTo("");
    }

    @Test
    void marshal_statuses_haveTheWordOfTheService() {
        List<SmsStatus> statuses
                = List.of(status("a", SmsDeliveryStatus.DELIVERED, null), status("b", SmsDeliveryStatus.OTHER, "NEW"));

        assertThat(rows(statuses)).isEqualTo(
                STATUSES + "a,DELIVERED,2026-03-31T17:30:00Z,****4321\nb,NEW,2026-03-31T17:30:00Z,****4321\n");
        assertThat(template.requestBody("direct:shown", statuses)).isEqualTo(
                "a,DELIVERED,2026-03-31T17:30:00Z,11987654321\nb,NEW,2026-03-31T17:30:00Z,11987654321\n");
    }

    @Test
    void marshal_storedMessages_haveStateAndDeliveryStatus() {
        SmsMessage message = new SmsMessage("Hello", "11987654321", "a", null).withOrigin(new SmsOrigin("in.csv", 7));
        SmsMessage removed = new SmsMessage(null, null, "b", null);

        assertThat(rows(List.of(stored(message, SmsDeliveryStatus.NOT_DELIVERED), stored(removed, null)))).isEqualTo(
                STORED + "a,ACCEPTED,NOT_DELIVERED,why,2026-03-31T17:30:00.123Z,****4321,in.csv,7\n"
                                                                                                                     + "b,ACCEPTED,,why,2026-03-31T17:30:00.123Z,,,\n");
    }

    @Test
    void marshal_otherBodiesAndMixedElements_fail() {
        List<Object> mixed = List.of(rejected("a"), status("b", SmsDeliveryStatus.SENT, null));
        for (Object body : Arrays.asList("text", 1, null, List.of(1), mixed, Arrays.asList(rejected("a"), null))) {
            assertThatThrownBy(() -> rows(body)).hasStackTraceContaining(
                    "smsFile writes SmsSendResult, SmsStatus, SmsStoredMessage or SmsCheck, or many of one of them, not ");
        }
    }

    @Test
    void write_manyElements_readsAnElementWhenItIsWritten() throws Exception {
        int[] bytes = { 0 };
        List<Integer> bytesBefore = new ArrayList<>();
        Iterator<SmsSendResult> elements = IntStream.range(0, 10_000).mapToObj(i -> {
            bytesBefore.add(bytes[0]);
            return rejected("a");
        }).iterator();

        CsvRows.of(elements, false).write(true, new OutputStream() {
            @Override
            public void write(int b) {
                bytes[0]++;
            }
        });

        assertThat(bytesBefore.get(9_999)).isGreaterThan(bytes[0] / 2);
    }

    @Test
    void marshal_streamOrIteratorThatCanBeClosed_isClosed() {
        AtomicBoolean isClosed = new AtomicBoolean();

        rows(Stream.of(rejected("a")).onClose(() -> isClosed.set(true)));

        assertThat(isClosed).isTrue();
    }

    @Test
    void append_severalTimes_addsRowsWithoutHeaderLine() {
        append(List.of(rejected("a"), rejected("b")));
        append(List.of());
        append(rejected("\u00E9"));

        assertThat(folder.resolve("rows.csv")).hasContent(
                "a,REJECTED,,,bad,,,,\nb,REJECTED,,,bad,,,,\n\u00E9,REJECTED,,,bad,,,,\n");
    }

    @Test
    void append_elementOfAnotherType_writesNothing() {
        assertThatThrownBy(() -> append(List.of(rejected("a"), "b"))).hasStackTraceContaining("not java.lang.String");

        assertThat(Files.exists(folder.resolve("rows.csv"))).isFalse();
    }

    private Object rows(@Nullable Object body) {
        return template.requestBody("direct:rows", body);
    }

    private void append(Object body) {
        template.requestBody("direct:append", body);
    }

    private static SmsSendResult rejected(String correlationId) {
        return SmsSendResult.rejected(null, "bad", correlationId);
    }

    private static SmsStatus status(String correlationId, SmsDeliveryStatus status, @Nullable String raw) {
        return new SmsStatus(correlationId, "11987654321", Instant.parse("2026-03-31T17:30:00Z"), status, raw);
    }

    private static SmsStoredMessage stored(SmsMessage message, @Nullable SmsDeliveryStatus status) {
        Instant now = Instant.parse("2026-03-31T17:30:00.123456Z");
        return new SmsStoredMessage(
                1, "account", message, SmsMessageState.ACCEPTED, 1, 5, "sms-1", "why", 1, now, null, null, now, now, status,
                Map.of(), SmsOffer.NEVER);
    }
}
