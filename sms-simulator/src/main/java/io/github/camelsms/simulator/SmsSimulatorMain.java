package io.github.camelsms.simulator;

import java.util.List;
import java.util.concurrent.CountDownLatch;

import io.github.camelsms.simulator.cli.SimulatorCommand;

/** The command line of the simulator. */
public final class SmsSimulatorMain {

    private SmsSimulatorMain() {
    }

    /**
     * Runs until the process receives a signal; exits with 0 after the signal, 1 if it cannot listen, 2 for a wrong
     * option.
     */
    public static void main(String[] arguments) throws InterruptedException {
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stop.countDown();
            awaitQuietly(stopped);
        }, "sms-simulator-shutdown"));
        int status;
        try {
            status = new SimulatorCommand(System.out, System.err).run(List.of(arguments), stop);
        } finally {
            stopped.countDown();
        }
        System.out.flush();
        if (stop.getCount() > 0) {
            System.exit(status);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
