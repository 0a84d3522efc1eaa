package io.github.camelsms.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.camelsms.model.SendAnswer;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the engine through seeded worlds of callers, answers and troubles, and checks its guarantees after each. A
 * failure names its seed.
 */
class DispatcherRandomTest {

    private static final long INTERVAL = DispatcherFixture.SECOND;

    static Stream<Long> seeds() {
        return LongStream.rangeClosed(1, 400).boxed();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void world_anySeed_keepsEveryGuarantee(long seed) {
        new World(seed).run();
    }

    private static final class World {

        private final Random random;
        private final ManualClock clock = new ManualClock();
        private final List<Sent> sent = new ArrayList<>();
        private final List<RecordingSink> sinks = new ArrayList<>();
        private final List<List<String>> submitted = new ArrayList<>();
        private final Map<String, Integer> mayHaveArrived = new HashMap<>();
        private final List<Throwable> errors = new ArrayList<>();
        private final DispatchSettings settings;
        private final Dispatcher dispatcher;
        private final boolean calm;
        private int made;

        private record Sent(long at, List<SmsMessage> messages) {
        }

        World(long seed) {
            random = new Random(seed);
            calm = random.nextBoolean();
            settings = new DispatchSettings(
                    INTERVAL, random.nextBoolean() ? Pacing.adaptive : Pacing.strict, 1 + random.nextInt(200),
                    1 + random.nextInt(500), 1 + random.nextInt(4), false);
            dispatcher = new Dispatcher(
                    settings, this::send, clock, new DispatchExecutors(Runnable::run, Runnable::run, Runnable::run),
                    new DispatchListener() {
                        @Override
                        public void internalError(Throwable error) {
                            errors.add(error);
                        }
                    });
        }

        void run() {
            int inputs = 1 + random.nextInt(60);
            for (int i = 0; i < inputs; i++) {
                submit();
                clock.advanceMillis(random.nextInt(3) == 0 ? random.nextInt(3_000) : 0);
            }
            boolean cut = random.nextInt(4) == 0;
            if (cut) {
                dispatcher.terminate();
            }
            for (int i = 0; i < 100_000 && !allCompleted() && clock.advanceToNext(); i++) {
                assertThat(dispatcher.state().pendingMessages())
                        .isLessThanOrEqualTo(settings.maxPendingMessages() + settings.maxInFlight() * settings.batchSize());
            }
            check(cut);
        }

        private void submit() {
            RecordingSink sink = new RecordingSink();
            sinks.add(sink);
            List<String> ids = new ArrayList<>();
            submitted.add(ids);
            Duration timeout = calm ? Duration.ofDays(1) : Duration.ofMillis(1 + random.nextInt(120_000));
            if (random.nextBoolean()) {
                ids.add(id());
                dispatcher.submit(DispatcherFixture.message(ids.get(0)), timeout, sink);
                return;
            }
            List<Intake> elements = new ArrayList<>();
            int count = random.nextInt(700);
            for (int i = 0; i < count; i++) {
                String id = id();
                ids.add(id);
                elements.add(random.nextInt(20) == 0
                        ? new Intake.Refused(SmsSendResult.rejected(-5, "bad", id))
                        : new Intake.Fit(DispatcherFixture.message(id)));
            }
            dispatcher.submit(DispatcherFixture.source(elements.iterator(), true), timeout, sink);
        }

        private String id() {
            return "m" + made++;
        }

        private void send(List<SmsMessage> batch, Consumer<SendAnswer> answer) {
            if (random.nextInt(200) == 0) {
                throw new IllegalStateException("the sender refuses");
            }
            sent.add(new Sent(clock.nanos(), batch));
            SendAnswer fate = fate(batch);
            boolean arrives = fate instanceof SendAnswer.Answered || fate instanceof SendAnswer.Unknown;
            if (arrives) {
                batch.forEach(message -> mayHaveArrived.merge(String.valueOf(message.correlationId()), 1, Integer::sum));
            }
            Runnable deliver = () -> {
                answer.accept(fate);
                if (random.nextInt(50) == 0) {
                    answer.accept(new SendAnswer.Unknown(null, "a second answer"));
                }
            };
            long delay = random.nextInt(10) == 0 ? 0 : random.nextInt(calm ? 50 : 3_000) * 1_000_000L;
            clock.schedule(delay, deliver);
        }

        private SendAnswer fate(List<SmsMessage> batch) {
            return switch (calm ? 9 : random.nextInt(10)) {
                case 0 ->
                    new SendAnswer.Throttled(random.nextBoolean() ? null : Duration.ofMillis(random.nextInt(5_000)), "429");
                case 1 -> new SendAnswer.NotConnected("refused");
                case 2 -> new SendAnswer.Unknown(random.nextBoolean() ? null : 500, "lost");
                case 3 -> random.nextInt(5) == 0
                        ? new SendAnswer.Unauthorized(401, "refused") : FakeService.accepted(batch);
                case 4 -> new SendAnswer.NotUnderstood(404, "not found");
                default -> FakeService.accepted(batch);
            };
        }

        private boolean allCompleted() {
            return sinks.stream().allMatch(RecordingSink::isCompleted);
        }

        private void check(boolean cut) {
            assertThat(errors).allMatch(error -> "the sender refuses".equals(error.getMessage()));
            for (int i = 0; i < sinks.size(); i++) {
                RecordingSink sink = sinks.get(i);
                assertThat(sink.completions).isEqualTo(1);
                assertThat(sink.unread).isNull();
                assertThat(sink.results.values().stream().map(SmsSendResult::correlationId))
                        .containsExactlyElementsOf(submitted.get(i));
            }
            checkRequests();
            checkNothingSentTwice();
            if (calm && !cut) {
                checkOrder();
            }
        }

        private void checkRequests() {
            @Nullable
            Sent before = null;
            for (Sent request : sent) {
                assertThat(request.messages()).hasSizeBetween(1, settings.batchSize());
                Set<String> ids = new HashSet<>();
                request.messages().forEach(message -> assertThat(ids.add(String.valueOf(message.correlationId()))).isTrue());
                if (before != null && calm) {
                    assertThat(request.at() - before.at()).isGreaterThanOrEqualTo(INTERVAL);
                }
                before = request;
            }
        }

        private void checkNothingSentTwice() {
            assertThat(mayHaveArrived.values()).allMatch(times -> times == 1);
            Map<String, SmsOutcome> outcomes = new HashMap<>();
            sinks.forEach(sink -> sink.results.values()
                    .forEach(result -> outcomes.put(String.valueOf(result.correlationId()), result.outcome())));
            mayHaveArrived.keySet().forEach(
                    id -> assertThat(outcomes.get(id)).isIn(SmsOutcome.ACCEPTED, SmsOutcome.UNKNOWN));
        }

        /** Within each input, messages leave in the input's order. */
        private void checkOrder() {
            Map<String, Integer> position = new HashMap<>();
            sent.forEach(request -> request.messages()
                    .forEach(message -> position.putIfAbsent(String.valueOf(message.correlationId()), position.size())));
            for (List<String> ids : submitted) {
                assertThat(ids.stream().filter(position::containsKey).map(position::get).toList()).isSorted();
            }
        }
    }
}
