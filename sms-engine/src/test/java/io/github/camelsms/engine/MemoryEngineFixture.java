package io.github.camelsms.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * An engine with manual clock and service, which runs on the thread of the test.
 */
public final class MemoryEngineFixture {

    public static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** Longer than any test leaves a request without response. */
    public static final long RESPONSE_TIMEOUT = Duration.ofDays(30).toNanos();
    static final Duration TIMEOUT = Duration.ofMinutes(5);
    public static final SubmitOptions OPTIONS = new SubmitOptions(TIMEOUT);

    static final EngineSettings SETTINGS
            = new EngineSettings(SECOND, Pacing.adaptive, 200, 10_000, 4, false, RESPONSE_TIMEOUT);

    final ManualClock clock = new ManualClock();
    final FakeService service = new FakeService(clock);
    final List<Throwable> errors = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    final MemoryEngine engine;

    MemoryEngineFixture() {
        this(SETTINGS);
    }

    MemoryEngineFixture(EngineSettings settings) {
        this(settings, null, Runnable::run);
    }

    /**
     * @param policy  decides about each message, or null
     * @param readers runs it
     */
    MemoryEngineFixture(EngineSettings settings, @Nullable SendPolicy policy, Executor readers) {
        EngineExecutors executors = new EngineExecutors(Runnable::run, readers, Runnable::run);
        engine = new MemoryEngine(settings, service, policy, clock, executors, EngineListeners.of(new EngineListener() {
            @Override
            public void internalError(Throwable error) {
                errors.add(error);
            }

            @Override
            public void halted(int code, String reason, long probeDelayNanos) {
                events.add("halted " + code);
            }

            @Override
            public void recovered() {
                events.add("recovered");
            }

            @Override
            public void rejectedForSize(String reason, int messages, int nextMessages) {
                events.add("rejectedForSize " + messages + ", next " + nextMessages);
            }

            @Override
            public void circuitOpened(String reason, int requests, long delayNanos) {
                events.add("circuitOpened " + requests);
            }

            @Override
            public void policyFailed(SendVerdict.Failed first, int messages) {
                events.add("policyFailed " + messages + ": " + first.reason());
            }

            @Override
            public void unreachable(String reason, int attempts, long delayNanos) {
                events.add("unreachable " + attempts);
            }
        }));
    }

    RecordingSink submit(String correlationId) {
        RecordingSink sink = new RecordingSink();
        engine.submit(message(correlationId), OPTIONS, sink);
        return sink;
    }

    List<RecordingSink> submit(int count) {
        return IntStream.range(0, count).mapToObj(i -> submit("m" + i)).toList();
    }

    /** Records round-trip times, so that several requests may be in flight. */
    void warmUp() {
        for (int i = 0; i < 8; i++) {
            submit("warm" + i);
            clock.advanceMillis(10);
            service.acceptAll();
            clock.advanceMillis(1_100);
        }
    }

    RecordingSink submitMany(Iterator<CheckedMessage> elements, boolean finite) {
        RecordingSink sink = new RecordingSink();
        engine.submit(source(elements, finite), OPTIONS, sink);
        return sink;
    }

    public static Iterator<CheckedMessage> messages(int count) {
        return IntStream.range(0, count).mapToObj(i -> (CheckedMessage) new CheckedMessage.Valid(message("many" + i)))
                .iterator();
    }

    static SubmitOptions options(long deliveryTimeoutNanos) {
        return new SubmitOptions(Duration.ofNanos(deliveryTimeoutNanos));
    }

    public static SmsMessage message(@Nullable String correlationId) {
        return new SmsMessage("text", "11987654321", correlationId, null);
    }

    public static MessageSource source(Iterator<CheckedMessage> elements, boolean finite) {
        return new MessageSource() {
            @Override
            public @Nullable CheckedMessage next() {
                return elements.hasNext() ? elements.next() : null;
            }

            @Override
            public boolean isFinite() {
                return finite;
            }
        };
    }
}
