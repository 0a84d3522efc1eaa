package io.github.camelsms.sample.docs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the example of one-time passwords, over real HTTP on both sides.
 */
class OneTimePasswordTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    private static final Main MAIN = new Main();
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        MAIN.setDefaultPropertyPlaceholderLocation("false");
        MAIN.addInitialProperty("camel.server.enabled", "true");
        MAIN.addInitialProperty("camel.server.host", "127.0.0.1");
        MAIN.addInitialProperty("camel.server.port", String.valueOf(port));
        MAIN.addInitialProperty("camel.component.sms.base-url", SMS.baseUrl());
        MAIN.addInitialProperty("camel.component.sms.username", "demo");
        MAIN.addInitialProperty("camel.component.sms.password", "demo");
        MAIN.addInitialProperty("camel.component.sms.requests-per-second", "1000");
        MAIN.configure().addRoutesBuilder(new OneTimePassword());
        MAIN.start();
    }

    @AfterAll
    static void stop() {
        MAIN.stop();
    }

    private static HttpResponse<String> post(String phone) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/otp?phone=" + phone))
                        .POST(HttpRequest.BodyPublishers.ofString("Your code is 739214")).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void post_validNumber_isAccepted() throws Exception {
        assertThat(post("11987654321")).returns(202, HttpResponse::statusCode).returns("Sent.", HttpResponse::body);
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void post_invalidNumber_returnsTheReason() throws Exception {
        HttpResponse<String> response = post("123");

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.body()).startsWith("INVALID_NUMBER_FORMAT");
        assertThat(SMS.simulator().messages()).isEmpty();
    }

    @Test
    void post_responseLost_isUnknownAndSentOnce() throws Exception {
        SMS.simulator().failNext(Fault.dropAfterAccepting());

        assertThat(post("11987654321").statusCode()).isEqualTo(504);
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void post_requestNotUnderstood_isNotSent() throws Exception {
        SMS.simulator().failNext(Fault.httpStatus(400));

        assertThat(post("11987654321").statusCode()).isEqualTo(503);
        assertThat(SMS.simulator().messages()).isEmpty();
    }
}
