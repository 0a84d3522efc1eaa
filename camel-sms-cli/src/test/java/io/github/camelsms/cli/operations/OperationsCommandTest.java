package io.github.camelsms.cli.operations;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.cli.AccountRun;
import io.github.camelsms.cli.CommandRun;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class OperationsCommandTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    @TempDir
    Path directory;

    @Test
    void run_untilInterrupted_servesThePageWithTheAccount() throws Exception {
        CommandRun operations = new AccountRun(SMS.simulator(), directory).command("operations");
        int port = freePort();
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> operations.run("--port", Integer.toString(port)));
        await().until(() -> exit.isDone() || operations.out().contains("Press Ctrl-C to stop it."));
        assertThat(operations.err()).isEmpty();

        assertThat(operations.out()).startsWith("Operations page: http://127.0.0.1:" + port + "/. ");
        assertThat(get(port, "/")).contains("<html");
        assertThat(get(port, "/figures")).contains("demo@localhost");

        operations.interrupt();
        assertThat(exit.get(30, TimeUnit.SECONDS)).isZero();
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(), BodyHandlers.ofString())
                .body();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
