package io.github.camelsms.cli.process;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The request to end a command, by Ctrl-C or a signal. A command that handles it ends by itself, and the process exits
 * afterwards; any other command ends with the process, at once. Thread-safe.
 */
public final class Interruption {

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final List<Runnable> handlers = new CopyOnWriteArrayList<>();

    /**
     * Returns the interruption of this process. The JVM waits for {@link #commandEnded()} if the command handles it.
     */
    public static Interruption ofThisProcess() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::requestAndAwaitEnd, "camel-sms-shutdown"));
        return interruption;
    }

    /** Asks the command to end. */
    public void request() {
        requested.countDown();
        handlers.forEach(Runnable::run);
    }

    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Handles the interruption by waiting for it. */
    public void await() throws InterruptedException {
        handle(() -> {
        });
        requested.await();
    }

    /** Handles the interruption by waiting for it, for some milliseconds. Returns whether the request was made. */
    public boolean await(long millis) throws InterruptedException {
        handle(() -> {
        });
        return requested.await(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Handles the interruption with an action, on the thread of the signal. The action must return soon, and the
     * command must end soon after it. Runs the action at once if the request was made already; it may run twice.
     */
    public void handle(Runnable action) {
        handlers.add(action);
        if (isRequested()) {
            action.run();
        }
    }

    /** Lets a process that was interrupted exit. */
    public void commandEnded() {
        ended.countDown();
    }

    private void requestAndAwaitEnd() {
        if (ended.getCount() == 0) {
            return;
        }
        request();
        if (!handlers.isEmpty()) {
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
