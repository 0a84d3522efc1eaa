package io.github.camelsms.client;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.client.StatusResponse.Statuses;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReadByDateTest {

    private static final StatusQuery QUERY = new StatusQuery(Instant.ofEpochSecond(1767323045), null, null);

    @RegisterExtension
    final ClientFixture fixture = new ClientFixture();

    private static String items(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> "{\"correlationId\":\"id-" + i + "\",\"destination\":\"11987654321\",\"status\":\"SENT\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static StubServer.Behavior page(String items, String more) {
        return StubServer.json(
                "{\"status\":\"OK\",\"code\":5,\"message\":\"REQUIRED_OK\",\"sent_status\":" + items + more + "}");
    }

    private StatusResponse byDate(StubServer server) {
        return fixture.client(server.address(), ClientFixture.LONG).statuses().readByDate(QUERY, false);
    }

    private static List<String> targets(StubServer server) {
        return server.requests().stream().map(StubServer.Request::target).toList();
    }

    @Test
    void readByDate_filters_setsTheQueryParameters() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.json("{\"status\":\"OK\",\"code\":6,\"message\":\"-\"}"))) {
            StatusResponse response = fixture.client(URI.create(server.address() + "/sms-api"), ClientFixture.LONG)
                    .statuses()
                    .readByDate(new StatusQuery(Instant.parse("2026-01-02T03:04:05.9Z"), "a b&c=ç+1%", "11987654321"), false);

            assertThat(response).isEqualTo(new Statuses(List.of(), false));
            assertThat(targets(server)).containsExactly(
                    "/sms-api/v1/status/date?date=1767323045&correlationid=a%20b%26c%3D%C3%A7%2B1%25&destination=11987654321");
        }
    }

    static Stream<String> links() {
        String query = "date=1767323045&page=2";
        return Stream.of(
                ",\"next\":\"{base}/v1/status/date?" + query + "\"", ",\"next\":\"/v1/status/date?" + query + "\"",
                ",\"more\":\"date?" + query + "\"", ",\"remaining\":\"?" + query + "\"",
                ",\"next\":\"/v1/status/date?" + query + "#items\"",
                ",\"next\":\"?" + query + "#\"", ",\"link\":\"" + query + "\"",
                ",\"anything\":\"{base}/v1/status/date?" + query + "\"", ",\"nextPage\":\"v1/status/date?" + query + "\"",
                ",\"_links\":{\"self\":{\"href\":\"{base}/v1/status/date?date=1767323045\"},\"next\":{\"href\":\"?" + query
                                                                                                                           + "\"}}",
                ",\"links\":[{\"rel\":\"prev\",\"href\":\"?page=0\"},{\"rel\":\"next\",\"href\":\"?" + query + "\"}]",
                ",\"page\":{\"first\":\"?page=1\",\"last\":\"?page=9\",\"following\":{\"url\":\"?" + query + "\"}}");
    }

    @ParameterizedTest
    @MethodSource("links")
    void readByDate_linkInAnyPlace_readsAllPages(String link) throws Exception {
        String[] more = { "" };
        try (StubServer server = StubServer.responding(
                connection -> page(items(0, 100), more[0]).respond(connection), page(items(100, 20), ",\"next\":null"))) {
            more[0] = link.replace("{base}", server.address().toString());

            StatusResponse response = byDate(server);

            assertThat(response).isInstanceOfSatisfying(Statuses.class, it -> {
                assertThat(it.statuses()).hasSize(120);
                assertThat(it.fullBlock()).isFalse();
            });
            assertThat(targets(server)).containsExactly(
                    "/v1/status/date?date=1767323045", "/v1/status/date?date=1767323045&page=2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "{base}/v1/status/date/?page=2", "/v1/status/date/?page=2", "./date/?page=2" })
    void readByDate_linkWithTrailingSlash_usesTheOperationPath(String link) throws Exception {
        String[] more = { "" };
        try (StubServer server = StubServer.responding(
                connection -> page(items(0, 100), more[0]).respond(connection), page(items(100, 20), ""))) {
            more[0] = ",\"next\":\"" + link.replace("{base}", server.address().toString()) + "\"";

            assertThat(((Statuses) byDate(server)).statuses()).hasSize(120);
            assertThat(targets(server)).endsWith("/v1/status/date?page=2");
        }
    }

    /** A service behind a proxy may not know its own address. */
    @ParameterizedTest
    @ValueSource(strings = {
            "https://{host}/v1/status/date?page=2", "http://localhost/v1/status/date?page=2",
            "http://sms-backend.internal:8080/v1/status/date?page=2", "//10.0.0.7/v1/status/date?page=2",
            "http://x:y@{host}/v1/status/date?page=2", "http://{host}@evil.example/v1/status/date?page=2" })
    void readByDate_linkWithAnotherOrigin_isFollowedAtTheConfiguredAddress(String link) throws Exception {
        String[] more = { "" };
        try (StubServer server = StubServer.responding(
                connection -> page(items(0, 100), more[0]).respond(connection), page(items(100, 20), ""))) {
            more[0] = ",\"next\":\"" + link.replace("{host}", "localhost:" + server.port()) + "\"";

            assertThat(((Statuses) byDate(server)).statuses()).hasSize(120);
            assertThat(targets(server)).endsWith("/v1/status/date?page=2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "http://{host}/v1/status/date/..?page=2",
            "http://{host}/v1/status/date/x?page=2", "http://{host}/v1/status/dat%65/x?page=2",
            "http://{host}/v1/status/?page=2", "http://x:y@evil.example/v2/status/date?page=2" })
    void readByDate_linkWithAnotherPath_isNotFollowed(String link) throws Exception {
        String[] more = { "" };
        try (StubServer server = StubServer.responding(connection -> page(items(0, 100), more[0]).respond(connection))) {
            more[0] = ",\"next\":\"" + link.replace("{host}", "localhost:" + server.port()) + "\"";

            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.reason()).contains("the link to the next page has the path /v", "instead of /v1/status/date")
                        .doesNotContain("x:y", "evil");
            });
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void readByDate_linkHeaderOfAnotherRelation_isIgnored() throws Exception {
        try (StubServer server = StubServer.responding(
                StubServer.status(200, items(0, 3), "Link: </v1/status/date?page=2>; rel=\"nextish\""))) {
            assertThat(((Statuses) byDate(server)).statuses()).hasSize(3);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void readByDate_linkHeader_isFollowed() throws Exception {
        try (StubServer server = StubServer.responding(
                StubServer.status(
                        200, items(0, 1),
                        "Link: </v1/status/date?page=0>; rel=\"prev\", </v1/status/date?page=2>; rel=\"next\""),
                StubServer.json(items(1, 1)))) {
            assertThat(((Statuses) byDate(server)).statuses()).hasSize(2);
            assertThat(targets(server)).endsWith("/v1/status/date?page=2");
        }
    }

    @Test
    void readByDate_linkAtTheEndOfTheList_isFollowedAndNotAStatus() throws Exception {
        String list = items(0, 2).replaceFirst("]$", ",{\"link\":\"?page=2\"}]");
        try (StubServer server = StubServer.responding(page(list, ""), page(items(2, 1), ""))) {
            assertThat(((Statuses) byDate(server)).statuses()).hasSize(3);
        }
    }

    static Stream<Arguments> badLinks() {
        return Stream.of(
                Arguments.of("other host and path", "http://evil.example/status/date?page=2"),
                Arguments.of("other path", "/v1/status?page=2"),
                Arguments.of("path above", "../status?page=2"),
                Arguments.of("no query", "/v1/status/date"),
                Arguments.of("a token", "eyJhbGciOi"),
                Arguments.of("no address", "http://[oops"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badLinks")
    void readByDate_linkThatIsNotFollowed_isIncompleteWithStatusesRead(String name, String link) throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 100), ",\"next\":\"" + link + "\""))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.readSoFar()).hasSize(100);
                assertThat(it.toString()).doesNotContain("1198765");
            });
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void readByDate_moreFlagWithoutLink_isIncomplete() throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 100), ",\"hasMore\":true"))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(
                    Failed.class, it -> assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE));
        }
    }

    @Test
    void readByDate_fullLastPageWithoutLink_isIncompleteWithStatusesRead() throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 100), ",\"cursor\":\"eyJhbGciOi\""))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.readSoFar()).hasSize(100);
                assertThat(it.reason()).contains("100", "acceptFullLastPage");
            });
        }
    }

    @Test
    void readByDate_lastOfSeveralPagesFull_isIncompleteWithStatusesRead() throws Exception {
        try (StubServer server = StubServer.responding(
                page(items(0, 100), ",\"next\":\"?page=2\""), page(items(100, 100), ""))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(
                    Failed.class, it -> assertThat(it.readSoFar()).hasSize(200));
        }
    }

    @Test
    void readByDate_fullLastPageAccepted_isComplete() throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 100), ""))) {
            StatusResponse response = fixture.client(server.address(), ClientFixture.LONG).statuses().readByDate(QUERY, true);
            assertThat(((Statuses) response).statuses()).hasSize(100);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "\"hasMore\":true", "\"remaining\":250", "\"remaining\":\"250\"" })
    void readByDate_fullLastPageAcceptedWithMoreFlag_isIncomplete(String more) throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 100), "," + more))) {
            assertThat(fixture.client(server.address(), ClientFixture.LONG).statuses().readByDate(QUERY, true))
                    .isInstanceOfSatisfying(Failed.class, it -> assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE));
        }
    }

    @Test
    void readByDate_tooManyStatuses_isIncompleteWithStatusesReadAndRemedy() throws Exception {
        String items
                = IntStream.range(0, 20_000).mapToObj(i -> "{\"status\":\"SENT\"}").collect(Collectors.joining(",", "[", "]"));
        try (StubServer server = StubServer.responding(endless(items))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.reason()).contains("100000 statuses", "narrow the query");
                assertThat(it.readSoFar()).hasSize(100_000);
            });
            assertThat(server.requests()).hasSize(5);
        }
    }

    @Test
    void readByDate_tooManyBytes_isIncompleteWithStatusesReadAndRemedy() throws Exception {
        String item = "{\"correlationId\":\"" + "a".repeat(90_000) + "\",\"status\":\"SENT\"}";
        String items = IntStream.range(0, 80).mapToObj(i -> item).collect(Collectors.joining(",", "[", "]"));
        try (StubServer server = StubServer.responding(endless(items))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.reason()).contains("32 MiB", "narrow the query");
                assertThat(it.readSoFar()).hasSize(5 * 80);
            });
            assertThat(server.requests()).hasSize(5);
        }
    }

    @Test
    void readByDate_timeLimitExceeded_isIncompleteWithStatusesReadAndRemedy() throws Exception {
        StubServer.Behavior slow = endless(items(0, 1));
        try (StubServer server = StubServer.responding(connection -> {
            fixture.nanos.addAndGet(Duration.ofMinutes(7).toNanos());
            slow.respond(connection);
        })) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.reason()).contains("30 minutes", "narrow the query");
                assertThat(it.readSoFar()).hasSize(5);
            });
        }
    }

    @Test
    void readByDate_backoffExceedsTheTimeLimit_isThrottledWithStatusesRead() throws Exception {
        try (StubServer server = StubServer.responding(page(items(0, 1), ",\"next\":\"?page=2\""), connection -> {
            fixture.nanos.addAndGet(Duration.ofMinutes(29).plusSeconds(59).toNanos());
            StubServer.status(429, "", "Retry-After: 2").respond(connection);
        })) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.THROTTLED);
                assertThat(it.readSoFar()).hasSize(1);
            });
            assertThat(fixture.sleeps()).isEmpty();
        }
    }

    @Test
    void readByDate_errorInALaterPage_isLostWithStatusesRead() throws Exception {
        try (StubServer server
                = StubServer.responding(page(items(0, 1), ",\"next\":\"?page=2\""), StubServer.status(429, ""))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG, duration -> {
                throw new OutOfMemoryError("no room");
            });
            assertThat(client.statuses().readByDate(QUERY, false)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.LOST);
                assertThat(it.reason()).contains("OutOfMemoryError");
                assertThat(it.readSoFar()).hasSize(1);
            });
        }
    }

    private static StubServer.Behavior endless(String items) {
        AtomicInteger next = new AtomicInteger();
        return connection -> page(items, ",\"next\":\"?page=" + next.incrementAndGet() + "\"").respond(connection);
    }

    @Test
    void readByDate_linksInALoop_isIncomplete() throws Exception {
        try (StubServer server = StubServer.responding(
                page(items(0, 1), ",\"next\":\"?page=2\""), page(items(1, 1), ",\"next\":\"?page=3\""),
                page(items(2, 1), ",\"next\":\"?page=2\""))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.reason()).contains("already read");
                assertThat(it.readSoFar()).hasSize(3);
            });
            assertThat(server.requests()).hasSize(3);
        }
    }

    @Test
    void readByDate_endlessPages_isIncompleteAtThePageLimit() throws Exception {
        int[] next = { 0 };
        try (StubServer server = StubServer.responding(
                connection -> page(items(0, 1), ",\"next\":\"?page=" + next[0]++ + "\"").respond(connection))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.INCOMPLETE);
                assertThat(it.readSoFar()).hasSize(1000);
            });
            assertThat(server.requests()).hasSize(1000);
        }
    }

    @Test
    void readByDate_laterPageFails_returnsItsKindWithStatusesRead() throws Exception {
        try (StubServer server = StubServer.responding(
                page(items(0, 100), ",\"next\":\"?page=2\""), StubServer.Connection::close)) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.LOST);
                assertThat(it.readSoFar()).hasSize(100);
            });
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void readByDate_laterPageIsAnErrorWithStatuses_returnsThoseToo() throws Exception {
        String error = "{\"status\":\"NOK\",\"code\":-20,\"message\":\"-\",\"sent_status\":" + items(1, 2) + "}";
        try (StubServer server
                = StubServer.responding(page(items(0, 1), ",\"next\":\"?page=2\""), StubServer.json(error))) {
            assertThat(byDate(server)).isInstanceOfSatisfying(Failed.class, it -> {
                assertThat(it.kind()).isEqualTo(Kind.REJECTED);
                assertThat(it.readSoFar()).extracting(SmsStatus::correlationId).containsExactly("id-0", "id-1", "id-2");
            });
        }
    }

    @Test
    void readByDate_pageThrottled_isRetried() throws Exception {
        try (StubServer server = StubServer.responding(
                page(items(0, 1), ",\"next\":\"?page=2\""), StubServer.status(429, ""), page(items(1, 1), ""))) {
            assertThat(((Statuses) byDate(server)).statuses()).hasSize(2);
            assertThat(fixture.sleeps()).containsExactly(Duration.ofSeconds(1));
        }
    }

    @Test
    void readByDate_interruptedDuringBackoff_isThrottledAndStillInterrupted() throws Exception {
        try (StubServer server = StubServer.responding(StubServer.status(429, ""))) {
            SmsServiceClient client = fixture.client(server.address(), ClientFixture.LONG, duration -> {
                throw new InterruptedException();
            });

            StatusResponse response = client.statuses().readByDate(QUERY, false);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(response).isInstanceOfSatisfying(
                    Failed.class, it -> assertThat(it.kind()).isEqualTo(Kind.THROTTLED));
        }
    }
}
