package io.github.camelsms.client;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.StatusQuery;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A program that reads responses of a service in sequence and prints a line about each. Runs in a process with a small
 * heap.
 */
final class SmallHeap {

    private SmallHeap() {
    }

    /**
     * Makes the given numbers of requests.
     *
     * @param arguments address of the service, number of send requests, of status requests and of by-date queries
     */
    public static void main(String[] arguments) throws Exception {
        CamelContext context = new DefaultCamelContext();
        ScheduledExecutorService deadlines = Executors.newScheduledThreadPool(1);
        SmsServiceClient client = new SmsServiceClient(
                context,
                new SmsServiceSettings(URI.create(arguments[0]), "demo", "demo", ClientFixture.LONG.multipliedBy(4), null),
                deadlines, pause -> {
                }, System::nanoTime, InstantSource.system());
        context.start();
        client.start();
        System.out.println("heap " + Runtime.getRuntime().maxMemory() / (1024 * 1024));
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            SendResponse response = ClientFixture.send(client, "a", "b");
            boolean nothingKnown = response instanceof SendResponse.Processed processed
                    && processed.results().stream().allMatch(result -> result.outcome() == SmsOutcome.UNKNOWN);
            System.out.println("send " + (nothingKnown ? "Unknown" : response.getClass().getSimpleName()));
        }
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            StatusResponse response = client.statuses().readNotConsulted();
            System.out.println(
                    "status " + (response instanceof StatusResponse.Failed failed
                            ? failed.kind() : response.getClass().getSimpleName()));
        }
        for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
            StatusResponse response = client.statuses().readByDate(new StatusQuery(Instant.EPOCH, null, null), false);
            System.out.println("byDate " + (response instanceof StatusResponse.Failed failed
                    ? failed.kind() + " " + failed.reason() : response.getClass().getSimpleName()));
        }
        client.stop();
        context.stop();
        deadlines.shutdownNow();
    }
}
