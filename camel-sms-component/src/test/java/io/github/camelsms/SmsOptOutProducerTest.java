package io.github.camelsms;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsOptOut;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.file.FileEndpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for <code>sms:opt-out</code>.
 */
class SmsOptOutProducerTest extends StoreFixture {

    private static final String MOBILE = "11987654321";
    private static final String OTHER = "21987650000";

    @ParameterizedTest
    @ValueSource(strings = {
            MOBILE, "1187654321", "+55 11 98765-4321", "5511987654321", "(11) 8765-4321", "011 98765-4321",
            "0 15 11 98765 4321",
            "\u200e+55\u00a011 98765\u20114321" })
    void add_numberInAnySpelling_isOneNumber(String number) {
        Exchange added = send("add", null, Map.of("CamelSmsDestination", number, "CamelSmsReason", "asked by phone"));

        assertThat(added.getMessage().getBody()).isEqualTo(1);
        assertThat(added.getMessage().getHeaders()).containsEntry("CamelSmsAdded", 1).containsEntry("CamelSmsDuplicates", 0);
        assertThat(numbers()).containsExactly(MOBILE);
        Exchange again = send("add", List.of(MOBILE, OTHER), Map.of("CamelSmsDestination", "ignored"));
        assertThat(again.getMessage().getHeaders()).containsEntry("CamelSmsAdded", 1).containsEntry("CamelSmsDuplicates", 1);
        SmsOptOut found
                = (SmsOptOut) send("find", null, Map.of("CamelSmsDestination", "(11) 8765-4321")).getMessage().getBody();
        assertThat(found).isEqualTo(new SmsOptOut(MOBILE, now.get(), "asked by phone"));
    }

    @Test
    void add_anUncertainNumber_failsWithItsCauseAndChangesNothing() {
        for (Exchange exchange : List.of(
                send("add", null, Map.of("CamelSmsDestination", "11 98765-4321/1")),
                send("add", List.of(OTHER, "11 98765-4321/1"), Map.of()), send("add", List.of("987654321"), Map.of()),
                send("add", Arrays.asList(OTHER, null), Map.of()), send("add", MOBILE, Map.of()),
                send("add", List.of(OTHER).iterator(), Map.of()), send("add", null, Map.of()))) {
            assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("operation=add", "destination", "Nothing was changed")
                    .hasMessageNotContaining("4321");
        }
        assertThat(numbers()).isEmpty();
    }

    @Test
    void remove_numbersInAnySpelling_removesThem() {
        MessageStore.await(store.optOuts().add(List.of(MOBILE, OTHER), null));

        assertThat(send("remove", null, Map.of("CamelSmsDestination", "+55 11 8765-4321")).getMessage().getBody()).isEqualTo(1);
        assertThat(send("remove", new String[] { OTHER, MOBILE }, Map.of()).getMessage().getBody()).isEqualTo(1);

        assertThat(numbers()).isEmpty();
    }

    @Test
    void find_unknownNumber_returnsNull() {
        MessageStore.await(store.optOuts().add(List.of(OTHER), null));

        assertThat(send("find", "any body", Map.of("CamelSmsDestination", MOBILE)).getMessage().getBody()).isNull();
        assertThat((List<?>) send("find", List.of(MOBILE), Map.of()).getMessage().getBody()).isEmpty();
        assertThat(send("find", MOBILE, Map.of()).getException()).hasMessageContaining("CamelSmsDestination");
    }

    @Test
    void find_noNumber_readsAllPageByPage() {
        List<String> all = manyNumbers(OptOuts.MAX_NUMBERS * 2);
        send("import", all, Map.of());

        Iterator<?> found = (Iterator<?>) send("find", null, Map.of()).getMessage().getBody();

        List<String> read = new ArrayList<>();
        found.forEachRemaining(each -> read.add(((SmsOptOut) each).number()));
        assertThat(read).isEqualTo(all);
        assertThat(found.toString()).doesNotContain("119");
    }

    @Test
    void import_csvInAnyBody_addsTheColumnAndReportsRejectedRows(@TempDir Path folder) throws Exception {
        String csv
                = "\ufeffname;Destination;note\r\nAna;+55 11 98765-4321;\"a;b\"\r\n\r\nJo\u00e3o;12345;\r\nEva;\"1187654321\";x\r\nLia\r\n";
        Path file = Files.writeString(folder.resolve("stop.csv"), csv);
        byte[] windows = csv.replace("\ufeff", "").getBytes("windows-1252");
        for (Object body : List.of(
                csv, csv.getBytes(StandardCharsets.UTF_8), csv.getBytes(StandardCharsets.UTF_16LE), windows, file.toFile(),
                file,
                new ByteArrayInputStream(windows), new StringReader(csv), genericFile(file))) {
            MessageStore.await(store.optOuts().remove(List.of(MOBILE)));

            Exchange imported = send("import", body, Map.of("CamelSmsReason", "list of July"));

            assertThat(imported.getException()).as(body.getClass().getName()).isNull();
            assertThat(imported.getMessage().getBody()).isEqualTo(1);
            assertThat(imported.getMessage().getHeaders()).containsEntry("CamelSmsAdded", 1)
                    .containsEntry("CamelSmsDuplicates", 1).containsEntry("CamelSmsRejected", 2);
            List<?> problems = imported.getMessage().getHeader("CamelSmsProblems", List.class);
            assertThat(problems).hasSize(2).last().isEqualTo("line 6: has no column destination");
            assertThat(problems.get(0).toString()).startsWith("line 4: destination has 5 digits; give area code")
                    .doesNotContain("12345");
            assertThat(numbers()).containsExactly(MOBILE);
        }
        assertThat(MessageStore.await(store.optOuts().find(List.of(MOBILE))).get(0).reason()).isEqualTo("list of July");
    }

    @Test
    void import_noHeader_takesTheFirstColumn() {
        Exchange imported = send("import", "11987654321;1133334444\n21987650000,x\n(31) 98888-0000\t31\nphone\n", Map.of());

        assertThat(numbers()).containsExactly(MOBILE, OTHER, "31988880000");
        assertThat(imported.getMessage().getHeader("CamelSmsProblems", List.class)).hasSize(1).first().asString()
                .startsWith("line 4: destination contains");
    }

    @Test
    void import_headerInTheMiddle_namesTheColumnOfTheRowsBelow() {
        send("import", "destination\n11987654321\nid,destination\n31988880000,21987650000\n", Map.of());

        assertThat(numbers()).containsExactly(MOBILE, OTHER);
    }

    /** Ids of 11 digits, such as tax numbers, would otherwise be taken for numbers. */
    @ParameterizedTest
    @ValueSource(strings = { "cpf;phone\n11987654321;21987650000\n", "PK\u0003\u0004\n11987654321\n", "1\u00001\u0000\n" })
    void import_firstLineHasNoNumberAndNoKnownColumn_failsAndAddsNothing(String csv) {
        Exchange imported = send("import", csv, Map.of());

        assertThat(imported.getException()).isInstanceOf(SmsException.class)
                .hasMessageContaining("line 1 is neither a number nor a header").hasMessageContaining("0 numbers were added");
        assertThat(numbers()).isEmpty();
    }

    @Test
    void import_rowInSeveralLines_isRejectedWithItsLines() {
        Exchange imported = send(
                "import", "destination,note\n11987654321,\"call\n31988880000\nback\"\n21987650000,\n", Map.of());

        assertThat(numbers()).containsExactly(OTHER);
        assertThat(imported.getMessage().getHeader("CamelSmsProblems", List.class)).hasSize(1).first().asString()
                .startsWith("lines 2 to 4: are one row");
    }

    @Test
    void import_quotationMarkIsNotClosed_failsSayingWhatWasAdded() {
        Exchange imported = send("import", "11987654321\n21987650000,\"\n" + "31988880000\n".repeat(200), Map.of());

        assertThat(imported.getException()).isInstanceOf(SmsException.class).hasMessageContainingAll(
                "ended after line 1", "1 number that was read is possibly not added", "line 2 has a quotation mark");
    }

    @Test
    void import_elements_areReadOneByOne() {
        List<Object> elements = Arrays.asList(
                "+55 11 98765-4321", 21987650000L, Map.of("destination", "31988880000"),
                new SmsMessage("text", "41988880000", null, null), null, Map.of("phone", "51988880000"), new byte[1]);
        for (Object body : List.of(elements, elements.toArray(), elements.iterator(), elements.stream())) {
            Exchange imported = send("import", body, Map.of());

            assertThat(imported.getMessage().getHeader("CamelSmsRejected")).isEqualTo(3);
            assertThat(imported.getMessage().getHeader("CamelSmsProblems", List.class)).hasSize(3)
                    .allSatisfy(problem -> assertThat(problem.toString()).matches("element [567]: destination .*"));
        }
        assertThat(numbers()).containsExactly(MOBILE, OTHER, "31988880000", "41988880000");
    }

    @Test
    void import_manyRejectedRows_limitsTheReport() {
        Exchange imported = send("import", "1\n".repeat(1_000), Map.of());

        assertThat(imported.getMessage().getHeader("CamelSmsRejected")).isEqualTo(1_000);
        assertThat(imported.getMessage().getHeader("CamelSmsProblems", List.class)).hasSize(100);
    }

    @Test
    void import_storeFailsMidway_saysWhatWasAddedAndCanBeRepeated() {
        List<String> all = manyNumbers(2_500);
        Iterator<String> failing = IntStream.range(0, all.size()).mapToObj(i -> {
            store.failsOptOuts = i >= 1_500;
            return all.get(i);
        }).iterator();

        Exchange failed = send("import", failing, Map.of());

        assertThat(failed.getException()).isInstanceOf(SmsStoreException.class).hasMessageContainingAll(
                "ended after element 2000", "1000 numbers were added, 0 were there already, 0 rows were rejected",
                "1000 numbers that were read are possibly not added", FailingStore.REASON);
        assertThat(failed.getMessage().getHeader("CamelSmsAdded")).isEqualTo(1_000);
        store.failsOptOuts = false;
        Exchange repeated = send("import", all, Map.of());
        assertThat(repeated.getMessage().getHeaders()).containsEntry("CamelSmsAdded", 1_500)
                .containsEntry("CamelSmsDuplicates", 1_000);
    }

    @Test
    void import_listCannotBeReadToItsEnd_saysWhatWasAdded() {
        InputStream broken = new InputStream() {
            private final InputStream start = new ByteArrayInputStream((MOBILE + "\n").getBytes(StandardCharsets.US_ASCII));

            @Override
            public int read() throws IOException {
                int read = start.read();
                if (read < 0) {
                    throw new IOException("connection reset");
                }
                return read;
            }
        };

        assertThat(send("import", broken, Map.of()).getException()).isInstanceOf(SmsException.class)
                .hasMessageContainingAll("operation=import ended", "connection reset");
    }

    /** A redelivery would otherwise import the rest of an iterator, and lose the numbers of the failed call. */
    @Test
    void import_redeliveryOfAPartlyReadIterator_fails() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(SmsStoreException.class).maximumRedeliveries(2).redeliveryDelay(0)
                        .onRedelivery(exchange -> store.failsOptOuts = false);
                from("direct:import").noStreamCaching().to("sms:opt-out?operation=import");
            }
        });
        for (Object body : List.of(manyNumbers(10).iterator(),
                new ByteArrayInputStream(MOBILE.getBytes(StandardCharsets.UTF_8)))) {
            store.failsOptOuts = true;
            Exchange failed = context.createProducerTemplate()
                    .send("direct:import", exchange -> exchange.getMessage().setBody(body));

            assertThat(failed.getException()).hasMessageContaining("cannot read it again");
            assertThat(numbers()).isEmpty();
        }
    }

    @Test
    void calls_storeFails_failTheExchange() {
        store.failsOptOuts = true;

        for (String operation : List.of("add", "remove", "find")) {
            assertThat(send(operation, null, Map.of("CamelSmsDestination", MOBILE)).getException())
                    .isInstanceOf(SmsStoreException.class).hasMessage(FailingStore.REASON);
        }
    }

    @Test
    void start_noStore_failsNamingTheRemedy() {
        component.setMessageStore(null);

        assertThatThrownBy(() -> context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:x").to("sms:opt-out?operation=add");
            }
        })).hasStackTraceContaining("sms:opt-out requires a message store");
    }

    @Test
    void createConsumer_optOut_fails() {
        SmsEndpoint endpoint = context.getEndpoint("sms:opt-out?operation=find", SmsEndpoint.class);

        assertThatThrownBy(() -> endpoint.createConsumer(exchange -> {
        })).hasMessageContaining("sms:opt-out cannot be consumed from");
        assertThatThrownBy(() -> context.getEndpoint("sms:optOut")).hasMessageContaining("sms:opt-out");
    }

    private Object genericFile(Path file) throws Exception {
        FileEndpoint endpoint = context.getEndpoint("file:" + file.getParent(), FileEndpoint.class);
        return endpoint.createExchange(
                org.apache.camel.component.file.FileConsumer.asGenericFile(
                        file.getParent().toString(), file.toFile(), null, false))
                .getMessage().getBody();
    }

    private static List<String> manyNumbers(int count) {
        return IntStream.range(0, count).mapToObj(i -> "119" + (60_000_000 + i)).toList();
    }

    private List<String> numbers() {
        return MessageStore.await(store.optOuts().find(null, 100)).stream().map(SmsOptOut::number).toList();
    }

    private Exchange send(String operation, Object body, Map<String, Object> headers) {
        return context.createProducerTemplate().send("sms:opt-out?operation=" + operation, exchange -> {
            exchange.getMessage().setHeaders(new java.util.HashMap<>(headers));
            exchange.getMessage().setBody(body);
        });
    }
}
