package io.github.camelsms.benchmarks.accounts;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.benchmarks.ServerGroup;
import io.github.camelsms.benchmarks.ServerProcess;
import io.github.camelsms.benchmarks.report.Sample;

/**
 * A number of accounts in a separate JVM, against a service with a limiter for each.
 */
final class AccountsRow implements Contestant {

    static final String SHARE = "share of the limits";
    static final String THREADS = "threads";

    private final int accounts;
    private final int batch;
    private final String delay;
    private final int seconds;

    /**
     * @param batch messages per request
     *
     * @param delay one-way latency in milliseconds, as for the server
     */
    AccountsRow(int accounts, int batch, String delay, int seconds) {
        this.accounts = accounts;
        this.batch = batch;
        this.delay = delay;
        this.seconds = seconds;
    }

    @Override
    public String name() {
        return String.format(Locale.ROOT, "%d %s; %d messages a request; %s ms each way", accounts,
                accounts == 1 ? "account" : "accounts", batch, delay);
    }

    @Override
    public void measure(Sample sample) throws Exception {
        List<String> limits = List.of("--limiter", "sliding", "--accounts", "--there", delay, "--back", delay);
        try (ServerGroup servers = ServerGroup.start(List.of(limits))) {
            ServerGroup.Service service = servers.services().get(0);
            try (JavaProcess client = JavaProcess.start(AccountsClient.class, List.of("-Xmx1g"),
                    List.of(service.baseUrl().toString(), String.valueOf(accounts), String.valueOf(batch),
                            String.valueOf(seconds)))) {
                client.expect("BEGIN");
                service.reset();
                client.expect("END");
                ServerGroup.Pace pace = service.pace();
                ServerProcess.Stats stats = service.stats();
                AccountsClient.Cost cost = new ObjectMapper().readValue(client.readLine(), AccountsClient.Cost.class);
                sample.put("requests/s", pace.servedPerSecond());
                sample.put(SHARE, pace.servedPerSecond() / accounts);
                sample.put("messages/s", pace.servedPerSecond() * stats.messagesEach());
                sample.put("throttled, %", 100.0 * stats.throttled() / stats.requests());
                sample.put("messages lost", cost.lost());
                sample.put(THREADS, cost.threads());
                sample.put("heap after GC, MiB", cost.heap() / 1048576.0);
                sample.put("processors busy", cost.cores());
            }
        }
    }
}
