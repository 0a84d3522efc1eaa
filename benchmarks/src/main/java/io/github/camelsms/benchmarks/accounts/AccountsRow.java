package io.github.camelsms.benchmarks.accounts;

import java.util.List;
import java.util.Locale;

import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.server.Counts;

/**
 * A number of accounts in a separate JVM, against a service with a limiter for each.
 *
 * @param batch messages per request
 * @param delay one-way latency in milliseconds, as for the server
 */
record AccountsRow(int accounts, int batch, String delay, int seconds) implements Contestant {

    static final String SHARE = "share of the limits";

    @Override
    public String name() {
        return String.format(Locale.ROOT, "%d %s; %d messages a request; %s ms each way", accounts,
                accounts == 1 ? "account" : "accounts", batch, delay);
    }

    @Override
    public void measure(Sample sample) throws Exception {
        String limits = "--limiter sliding --accounts --there " + delay + " --back " + delay;
        try (ServerProcess server = ServerProcess.start(limits)) {
            try (JavaProcess client = JavaProcess.start(AccountsClient.class, List.of("-Xmx1g"),
                    List.of(server.baseUrl().toString(), String.valueOf(accounts), String.valueOf(batch),
                            String.valueOf(seconds)))) {
                client.expect("BEGIN");
                server.service().reset();
                client.expect("END");
                Counts counts = server.service().counts();
                sample.put("requests/s", counts.servedPerSecond());
                sample.put(SHARE, counts.servedPerSecond() / accounts);
                sample.put("messages/s", counts.servedPerSecond() * counts.messagesEach());
                sample.put("throttled, %", 100.0 * counts.throttled() / counts.requests());
                sample.putJson(client.expect("FIGURES"));
            }
        }
    }
}
