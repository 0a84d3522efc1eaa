package io.github.camelsms.client;

import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import io.github.camelsms.model.SendAnswer;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A program that asks a service for answers one after the other, as a process with a small heap would, and prints a
 * line about each.
 */
final class SmallHeap {

    private SmallHeap() {
    }

    /**
     * @param arguments address of the service, number of send requests, number of status requests
     */
    public static void main(String[] arguments) throws Exception {
        CamelContext context = new DefaultCamelContext();
        ScheduledExecutorService deadlines = Executors.newScheduledThreadPool(1);
        SmsServiceClient client = new SmsServiceClient(
                context,
                new SmsServiceSettings(URI.create(arguments[0]), "demo", "demo", ClientFixture.LONG.multipliedBy(4), null),
                deadlines, pause -> {
                });
        context.start();
        client.start();
        System.out.println("heap " + Runtime.getRuntime().maxMemory() / (1024 * 1024));
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            SendAnswer answer = client.send(ClientFixture.batch("a", "b"));
            System.out.println("send " + answer.getClass().getSimpleName());
        }
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            StatusAnswer answer = client.readNotConsulted();
            System.out.println(
                    "status " + (answer instanceof StatusAnswer.Failed failed
                            ? failed.kind() : answer.getClass().getSimpleName()));
        }
        client.stop();
        context.stop();
        deadlines.shutdownNow();
    }
}
