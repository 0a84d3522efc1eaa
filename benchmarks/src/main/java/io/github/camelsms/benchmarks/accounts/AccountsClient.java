package io.github.camelsms.benchmarks.accounts;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.benchmarks.backlog.ComponentSender;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.throughput.Stopwatch;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A JVM that sends for many accounts, each always with a backlog. Prints <code>BEGIN</code> when all are sending,
 * <code>END</code> after the measured time, and <code>FIGURES</code> with its resource usage.
 */
public final class AccountsClient {

    private static final int LISTS = 2;
    private static final int SETTLING_SECONDS = 8;

    private AccountsClient() {
    }

    /**
     * Runs the measurement.
     *
     * @param arguments address of the service, number of accounts, messages per request, seconds
     */
    public static void main(String[] arguments) throws Exception {
        String baseUrl = arguments[0];
        int accounts = Integer.parseInt(arguments[1]);
        int batch = Integer.parseInt(arguments[2]);
        int seconds = Integer.parseInt(arguments[3]);
        CamelContext context = new DefaultCamelContext();
        context.addComponent("sms", new SmsComponent());
        context.start();
        List<ComponentSender> senders = new ArrayList<>();
        for (int i = 0; i < accounts; i++) {
            String uri = "sms:send?baseUrl=" + baseUrl + "&username=account-" + i + "&password=p&results=counts&batchSize="
                         + batch;
            senders.add(new ComponentSender(context, uri, new Messages("a" + i), batch, LISTS));
        }
        for (ComponentSender sender : senders) {
            sender.start();
            TimeUnit.MICROSECONDS.sleep(1_000_000 / accounts);
        }
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        System.out.println("BEGIN");
        long lostBefore = lost(senders);
        long cpuBefore = Stopwatch.cpuNanos();
        TimeUnit.SECONDS.sleep(seconds);
        long cpu = Stopwatch.cpuNanos() - cpuBefore;
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        System.out.println("END");
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        Sample figures = new Sample();
        figures.put("messages lost", lost(senders) - lostBefore);
        figures.put("threads", threads);
        figures.put("heap after GC, MiB", heap / 1048576.0);
        figures.put("processors busy", cpu / 1e9 / seconds);
        System.out.println("FIGURES " + figures.toJson());
        Runtime.getRuntime().halt(0); // Requests in flight are not measured anymore.
    }

    private static long lost(List<ComponentSender> senders) {
        return senders.stream().mapToLong(ComponentSender::lost).sum();
    }
}
