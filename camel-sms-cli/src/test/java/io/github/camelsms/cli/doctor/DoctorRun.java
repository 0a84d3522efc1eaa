package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;

/**
 * An examination of a simulator. Its clock moves only while the doctor sleeps, so that an hour takes no time.
 */
final class DoctorRun implements AutoCloseable {

    static final String NUMBER = "11987654321";
    /** 22:30 of 3 May in São Paulo. */
    static final Instant START = Instant.parse("2026-05-04T01:30:00.250Z");

    /** Small enough for each limit of the size of requests. */
    private static final int BATCH = 25;

    private final SettableClock clock;
    private final SmsSimulator simulator;
    private final Path directory;
    private final List<String> said = new ArrayList<>();
    private String password = "demo";
    private URI baseUrl;
    private Duration maxWait = Duration.ofMinutes(10);
    private double rate = 1;
    private List<Long> dates = List.of();
    private Predicate<String> agrees = question -> true;
    private int messagesSpent;

    DoctorRun(Path directory, SmsSimulatorBuilder simulator) {
        this(directory, simulator, START);
    }

    DoctorRun(Path directory, SmsSimulatorBuilder simulator, Instant start) {
        this.directory = directory;
        this.clock = new SettableClock(start);
        this.simulator = simulator.clock(clock).build().start();
        this.baseUrl = URI.create(this.simulator.baseUrl());
    }

    DoctorRun password(String value) {
        password = value;
        return this;
    }

    DoctorRun baseUrl(String value) {
        baseUrl = URI.create(value);
        return this;
    }

    DoctorRun maxWait(Duration value) {
        maxWait = value;
        return this;
    }

    DoctorRun rate(double value) {
        rate = value;
        return this;
    }

    DoctorRun dates(Long... values) {
        dates = List.of(values);
        return this;
    }

    DoctorRun agrees(Predicate<String> value) {
        agrees = value;
        return this;
    }

    /** Lets another client of the account send messages, a while ago. */
    DoctorRun withMessages(int count) {
        try (ServiceHttp http = http()) {
            for (int sent = 0; sent < count; sent += BATCH) {
                StringBuilder body = new StringBuilder("{\"sms\":[");
                for (int i = sent; i < Math.min(count, sent + BATCH); i++) {
                    body.append(i == sent ? "" : ",").append("{\"messageText\":\"x\",\"destination\":\"11911112222\",")
                            .append("\"correlationId\":\"other-").append(i).append("\"}");
                }
                http.post(Examination.SEND, body.append("]}").toString().getBytes(StandardCharsets.UTF_8));
                clock.advance(Duration.ofSeconds(2));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    SmsSimulator simulator() {
        return simulator;
    }

    SettableClock clock() {
        return clock;
    }

    Path statusFile() {
        return directory.resolve("statuses");
    }

    /** Examines the simulator. */
    Report examine() {
        DoctorSettings settings = new DoctorSettings(
                baseUrl, "demo", NUMBER, rate, maxWait, dates, "0a1b2c3d", statusFile());
        try (ServiceHttp http = http()) {
            Examination examination = new Examination(settings, http, new Time(clock), new StatusFile(statusFile()));
            Report report = new Doctor(examination, new Console() {
                @Override
                public void say(String text) {
                    said.add(text);
                }

                @Override
                public boolean ask(String question) {
                    said.add(question);
                    return agrees.test(question);
                }
            }).run();
            messagesSpent = examination.messagesSpent();
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServiceHttp http() {
        return new ServiceHttp(baseUrl, "demo", password, Duration.ofSeconds(30));
    }

    /** Returns the messages that the simulator accepted from the doctor. */
    List<SimulatedMessage> accepted() {
        return simulator.messages().stream()
                .filter(message -> String.valueOf(message.correlationId()).startsWith("camel-sms-doctor-")).toList();
    }

    int messagesSpent() {
        return messagesSpent;
    }

    List<String> said() {
        return said;
    }

    @Override
    public void close() {
        simulator.close();
    }

    /** The clock of the simulator, which moves when the doctor sleeps. */
    record Time(SettableClock clock) implements DoctorClock {

        @Override
        public Instant now() {
            return Instant.ofEpochMilli(clock.currentTimeMillis());
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public void sleep(Duration duration) {
            clock.advance(duration);
        }
    }
}
