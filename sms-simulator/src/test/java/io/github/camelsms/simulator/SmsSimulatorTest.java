package io.github.camelsms.simulator;

import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static io.github.camelsms.simulator.ServiceClient.json;
import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ExtendWith(SmsSimulatorExtension.class)
class SmsSimulatorTest {

    @Test
    void testParameter_isARunningSimulator(SmsSimulator simulator) throws Exception {
        assertThat(new ServiceClient(simulator).send(message("a")).statusCode()).isEqualTo(200);
        assertThat(simulator.messages()).hasSize(1);
    }

    @Test
    void start_portInUse_throwsWithTheRemedy(SmsSimulator simulator) {
        SmsSimulator second = SmsSimulator.builder().port(simulator.port()).build();

        assertThatThrownBy(second::start).isInstanceOf(IllegalStateException.class)
                .hasMessage("port " + simulator.port() + " cannot be opened: is another program listening on it?");
        assertThat(second.isRunning()).isFalse();
    }

    @Test
    void resultOrder_reversed_returnsTheLastResultFirst() throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().resultOrder(ResultOrder.REVERSED).build().start()) {
            assertThat(json(new ServiceClient(simulator).send(message("a"), message("b"))).findValuesAsText("correlationId"))
                    .containsExactly("b", "a");
        }
    }

    @Test
    void resultOrder_shuffled_returnsAllResultsInAnotherOrder() throws Exception {
        String[] messages = new String[50];
        String[] ids = new String[50];
        for (int i = 0; i < messages.length; i++) {
            ids[i] = "m" + i;
            messages[i] = message(ids[i]);
        }
        try (SmsSimulator simulator = SmsSimulator.builder().resultOrder(ResultOrder.SHUFFLED).build().start()) {
            assertThat(json(new ServiceClient(simulator).send(messages)).findValuesAsText("correlationId"))
                    .containsExactlyInAnyOrder(ids).doesNotContainSequence("m0", "m1", "m2", "m3");
        }
    }

    @Test
    void reset_sameMessagesAgain_haveTheSameOrderAndFinalStatuses() throws Exception {
        String[] messages = new String[50];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = i % 2 == 0 ? message("m" + i) : "{\"messageText\":\"x\",\"destination\":\"11987654321\"}";
        }
        try (SmsSimulator simulator = SmsSimulator.builder().resultOrder(ResultOrder.SHUFFLED)
                .statusWeight(MessageStatus.NOT_DELIVERED, 90).deliveryDelay(Duration.ZERO, Duration.ZERO).build().start()) {
            ServiceClient client = new ServiceClient(simulator);
            List<String> order = json(client.send(messages)).findValuesAsText("correlationId");
            List<MessageStatus> statuses = simulator.messages().stream().map(SimulatedMessage::status).toList();

            simulator.reset();

            assertThat(json(client.send(messages)).findValuesAsText("correlationId")).isEqualTo(order);
            assertThat(simulator.messages()).extracting(SimulatedMessage::status).isEqualTo(statuses);
        }
    }

    @Test
    void reset_sameRequestsAgain_haveTheSameLatencies() throws Exception {
        List<Duration> latencies = new CopyOnWriteArrayList<>();
        try (SmsSimulator simulator = SmsSimulator.builder().requestLatency(Duration.ZERO, Duration.ofSeconds(1))
                .clock(new LatencyRecorder(latencies)).build().start()) {
            ServiceClient client = new ServiceClient(simulator);
            client.send(message("a"));
            client.send(message("b"));
            List<Duration> first = List.copyOf(latencies);
            latencies.clear();

            simulator.reset();
            client.send(message("a"));
            client.send(message("b"));

            assertThat(latencies).isEqualTo(first).hasSize(2);
        }
    }

    /** Returns immediately from each wait. */
    private static class LatencyRecorder implements SimulatorClock {

        private final List<Duration> latencies;

        LatencyRecorder(List<Duration> latencies) {
            this.latencies = latencies;
        }

        @Override
        public long currentTimeMillis() {
            return SimulatorClock.system().currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            return SimulatorClock.system().nanoTime();
        }

        @Override
        public void sleep(Duration duration) {
            latencies.add(duration);
        }
    }

    @Test
    void statistics_requestFailsInTheSimulator_isNoLongerInFlight() throws Exception {
        List<Duration> latencies = new CopyOnWriteArrayList<>();
        SimulatorClock failsOnce = new LatencyRecorder(latencies) {

            @Override
            public void sleep(Duration duration) {
                super.sleep(duration);
                if (latencies.size() == 1) {
                    throw new IllegalStateException("planted");
                }
            }
        };
        try (SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0)
                .responseLatency(Duration.ofSeconds(1), Duration.ofSeconds(1))
                .clock(failsOnce).build().start()) {
            ServiceClient client = new ServiceClient(simulator);

            assertThat(client.send(message("a")).statusCode()).isEqualTo(500);
            assertThat(client.send(message("b")).statusCode()).isEqualTo(200);

            assertThat(simulator.statistics().peakSendConcurrency()).isEqualTo(1);
        }
    }

    @Test
    void https_enabled_respondsOverTls() throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, new TrustManager[] { new TrustEverybody() }, new SecureRandom());
        HttpClient http = HttpClient.newBuilder().sslContext(trusting).version(HttpClient.Version.HTTP_1_1).build();
        try (SmsSimulator simulator = SmsSimulator.builder().https(true).build().start()) {
            HttpRequest request = new ServiceClient(simulator).request(simulator.httpsBaseUrl() + "/v1/status").build();

            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());

            assertThat(simulator.httpsBaseUrl()).startsWith("https://localhost:");
            assertThat(response.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void https_disabled_hasNoHttpsUrl(SmsSimulator simulator) {
        assertThatThrownBy(simulator::httpsBaseUrl).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void toString_ofSimulatorAndMessage_containsNoSecret() throws Exception {
        try (SmsSimulator simulator
                = SmsSimulator.builder().username("u").password("secret").keepTexts(true).build().start()) {
            new ServiceClient(simulator).send(message("a"));

            assertThat(simulator).hasToString("SmsSimulator[" + simulator.baseUrl() + "]");
            assertThat(simulator.messages().toString()).contains("*4321").doesNotContain("87654321").doesNotContain("Hello");
        }
    }

    @Test
    void gzip_clientAcceptsIt_compressesTheResponse() throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0).gzip(true).build().start()) {
            ServiceClient client = new ServiceClient(simulator);
            String[] messages = new String[200];
            for (int i = 0; i < messages.length; i++) {
                messages[i] = message("m" + i);
            }

            HttpResponse<String> response = client.exchange(
                    client.sendRequest(ServiceClient.batch(messages)).header("Accept-Encoding", "gzip"));

            assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
        }
    }

    @Test
    void send_100000Messages_acceptsEachOne() throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0)
                .deliveryDelay(Duration.ZERO, Duration.ZERO).build().start()) {
            ServiceClient client = new ServiceClient(simulator);
            String[] messages = new String[200];
            for (int request = 0; request < 500; request++) {
                for (int i = 0; i < messages.length; i++) {
                    messages[i] = message(request + "-" + i);
                }
                client.send(messages);
            }

            assertThat(simulator.statistics().acceptedMessages()).isEqualTo(100_000);
            assertThat(simulator.statistics().duplicateMessages()).isZero();
        }
    }

    /** Accepts the self-signed certificate, whatever its name. */
    private static final class TrustEverybody extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
