package io.github.camelsms.sample.incidents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.sample.incidents.World.Parts;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;

/**
 * An incident: how it is caused, what an operator sees, what it means for the messages, and what to do. Its texts are a
 * row of a table in <code>docs/operating.md</code>.
 */
enum Incident {

    WRONG_PASSWORD(
                   Parts.SQLITE,
                   new Signals("sending is halted", "polls for statuses succeed again", Set.of("producer", "statuses"))
                           .alerts("SmsCredentialsRejected", "SmsStatusPollsFail")
                           .later("SmsNoStatusPoll", "SmsStoreNotSending", "SmsStoredBacklogTooOld"),
                   new Row(
                           "The service rejects the credentials", "They wait in the store.",
                           "See [wrong credentials](#wrong-credentials).")) {
        @Override
        void begin(World world) {
            world.fail(Fault.httpStatus(401), Operation.SEND, Operation.STATUS);
        }
    },
    SERVICE_UNREACHABLE(
                        Parts.SQLITE,
                        Signals.SERVICE_DOWN,
                        Row.SERVICE_DOWN) {
        @Override
        void begin(World world) {
            world.service.cut();
        }
    },
    SERVICE_HANGS(
                  Parts.SQLITE,
                  Signals.SERVICE_DOWN,
                  Row.SERVICE_DOWN) {
        @Override
        void begin(World world) {
            world.service.stall();
        }
    },
    SERVICE_FAILS(
                  Parts.SQLITE,
                  Signals.SERVICE_DOWN,
                  Row.SERVICE_DOWN) {
        @Override
        void begin(World world) {
            world.fail(Fault.httpStatus(503), Operation.SEND, Operation.STATUS);
        }
    },
    RESPONSES_LOST(
                   Parts.SQLITE,
                   new Signals("may or may not have been sent", "sending works again", Set.of("producer"))
                           .alerts("SmsServiceUnreachable")
                           .later("SmsUnknownOutcomes", "SmsStoreNotSending", "SmsStoredBacklogTooOld"),
                   new Row(
                           "The service accepts messages, and its responses are lost",
                           "They are UNKNOWN until their statuses arrive, and are not sent twice; the others wait in the store.",
                           "Check gateways and proxies for timeouts.")) {
        @Override
        void begin(World world) {
            world.fail(Fault.dropAfterAccepting(), Operation.SEND);
        }
    },
    ALL_THROTTLED(
                  Parts.SQLITE,
                  new Signals(
                          "the service has throttled all requests", "the service no longer throttles all requests", Set.of())
                          .alerts("SmsAllRequestsThrottled")
                          .later("SmsRequestsThrottled", "SmsStoreNotSending", "SmsStoredBacklogTooOld"),
                  new Row("The service throttles every request", "They wait in the store.", "See [429s](#429s).")) {
        @Override
        void begin(World world) {
            world.fail(Fault.tooManyRequests(), Operation.SEND);
        }
    },
    POLLS_UNREADABLE(
                     Parts.SQLITE,
                     new Signals("a response to a poll was unreadable", "polls for statuses succeed again", Set.of("statuses"))
                             .alerts("SmsStatusPollsFail").later("SmsNoStatusPoll", "SmsFewDeliveryStatuses"),
                     new Row(
                             "A gateway responds to polls with a page of its own",
                             "They are sent; their statuses are delayed. The responses are kept in the store.",
                             "Check `baseUrl` and gateways, then see [unreadable responses](message-store.md#unreadable-responses).")) {
        @Override
        void begin(World world) {
            world.fail(Fault.garbageBody(), Operation.STATUS);
        }
    },
    DATABASE_STOPPED(
                     Parts.POSTGRESQL,
                     new Signals(
                             "A call to the message store's database failed", "the message store works again",
                             Set.of("results", "statuses"))
                             .alerts("SmsStoreUnavailable", "SmsStatusPollsFail")
                             .later("SmsNoStatusPoll", "SmsAccountWithoutOwner", "SmsStoreNotSending",
                                     "SmsStoredBacklogTooOld"),
                     new Row(
                             "The database stops",
                             "None is sent. Files stay in the inbox, and messages on their queues, until they can be stored.",
                             "Start the database.")) {
        @Override
        void begin(World world) throws Exception {
            world.postgres().stop(false);
        }

        @Override
        void end(World world) throws Exception {
            world.postgres().start();
        }
    },
    DATABASE_HANGS(
                   Parts.POSTGRESQL,
                   new Signals(
                           "did not complete a call within 30 s", "the message store works again",
                           Set.of("results", "statuses"))
                           .alerts("SmsStoreUnavailable", "SmsStatusPollsFail")
                           .later(
                                   "SmsNoStatusPoll", "SmsAccountWithoutOwner", "SmsBacklogTooOld", "SmsStoreNotSending",
                                   "SmsStoredBacklogTooOld"),
                   new Row(
                           "The database, or the network to it, hangs",
                           "None is sent. Files stay in the inbox, and messages on their queues, until they can be stored.",
                           "Check the database and the network.")) {
        @Override
        void begin(World world) {
            world.database().stall();
        }

        @Override
        void end(World world) {
            world.database().pass();
        }
    },
    BROKER_STOPPED(
                   Parts.SQLITE,
                   new Signals(
                           "the exchange with the status of message", "exchanges for statuses succeed again",
                           Set.of("statuses"))
                           .alerts("SmsRouteFails").later("SmsNoStatusPoll", "SmsFewDeliveryStatuses"),
                   new Row(
                           "The broker stops",
                           "Messages from files are sent. Outcomes and statuses for queues stay in the store until the broker runs again.",
                           "Start the broker.")) {
        @Override
        void begin(World world) throws Exception {
            world.stopBroker();
        }

        @Override
        void end(World world) {
            world.startBroker();
        }
    },
    RESULTS_NOT_WRITTEN(
                        Parts.SQLITE,
                        new Signals("Cannot store file", "exchanges for outcomes succeed again", Set.of("results"))
                                .alerts("SmsRouteFails"),
                        new Row(
                                "The folder of results cannot be written",
                                "Messages from files are sent. Their outcomes stay in the store until they can be written.",
                                "Check the disk, and the permissions of the folder.")) {
        @Override
        void begin(World world) throws IOException {
            Path results = world.folder("results");
            Files.move(results, results.resolveSibling("moved"));
            Files.createFile(results);
        }

        @Override
        void end(World world) throws IOException {
            Path results = world.folder("results");
            Files.delete(results);
            Files.move(results.resolveSibling("moved"), results);
        }
    },
    BAD_CAMPAIGN(
                 Parts.SQLITE,
                 new Signals("rejected: INVALID_NUMBER_FORMAT", "", Set.of())
                         .alerts("SmsMostMessagesRejected").later("SmsManyRejected"),
                 new Row(
                         "Most messages of a file are invalid", "They are rejected, each with its reason. The others are sent.",
                         "Correct the source of the file.")) {
        @Override
        void begin(World world) {
            world.drop("campaign.csv", "destination;messageText\n" + "1234;hello\n".repeat(5_000));
        }
    },
    UNREADABLE_LINES(
                     Parts.SQLITE,
                     new Signals("rejected: INVALID_MESSAGE", "", Set.of())
                             .alerts("SmsMostMessagesRejected").later("SmsManyRejected"),
                     new Row(
                             "Most lines of a file cannot be read",
                             "They are rejected, each with its reason. The others are sent.",
                             "Correct the lines, and put them into the inbox as another file.")) {
        @Override
        void begin(World world) {
            world.drop("campaign.csv", "destination;messageText\n" + "no message\n".repeat(5_000));
        }
    },
    APPLICATION_KILLED(
                       Parts.SQLITE,
                       new Signals("", "", Set.of()).alerts("SmsApplicationDown"),
                       new Row(
                               "The application is killed, or has no memory left",
                               "The messages of the requests in flight are UNKNOWN after its start, until the store has looked them up; all others"
                                                                                   + " wait in the store, in the inbox and on queues.",
                               "Start it again; see [memory](#memory).")) {
        @Override
        void begin(World world) throws Exception {
            world.kill();
        }

        @Override
        void end(World world) throws Exception {
            world.restart();
        }
    },
    SECOND_INSTANCE(
                    Parts.TWO_SENDERS,
                    new Signals("belong to messages that the message store does not have", "", Set.of())
                            .later("SmsFewDeliveryStatuses"),
                    new Row(
                            "A second application uses the account, with another store",
                            "They are sent. Each application receives only some of the statuses.",
                            "Let both use one store, or give each its own account.")) {
        @Override
        void begin(World world) throws IOException {
            world.startSecond();
        }

        @Override
        void end(World world) throws Exception {
            world.stopSecond();
        }
    },
    CLOCK_WRONG(
                Parts.SQLITE, new Signals("", "", Set.of()).alerts("SmsClockWrong"),
                new Row(
                        "The clock of the machine is two hours fast", "They are sent; their dates are wrong.",
                        "See [clocks](#clocks).")) {
        @Override
        void begin(World world) {
            world.observer().setClockBack(Duration.ofHours(2));
        }

        @Override
        void end(World world) {
            world.observer().setClockBack(Duration.ZERO);
        }
    },
    BACKLOG(
            Parts.SQLITE, new Signals("", "", Set.of()).alerts("SmsStoredBacklogTooOld"),
            new Row(
                    "A file has more messages than the account can send in an hour", "They wait in the store.",
                    "See [sizing](#sizing).")) {
        @Override
        void begin(World world) {
            world.drop(
                    "campaign.csv", IntStream.range(0, 16_000).mapToObj(i -> "119" + (90_000_000 + i) + ";hello\n")
                            .collect(Collectors.joining("", "destination;messageText\n", "")));
        }
    };

    private final Parts parts;
    private final Signals signals;
    private final Row row;

    /**
     * What an operator sees.
     *
     * @param first  part of a warning in the log when it begins, empty if there is none
     * @param last   parts of the last one, when the incident has ended, separated by |; empty if there is none
     * @param checks the health checks that are down: of sending (<code>producer</code>), or of a consumer
     * @param alerts alerts that fire
     * @param later  alerts that also fire if the incident lasts; in the table only if there are no others
     */
    record Signals(String first, String last, Set<String> checks, Set<String> alerts, Set<String> later) {

        private static final Signals SERVICE_DOWN
                = new Signals(
                        "may or may not have been sent", "sending works again|polls for statuses succeed again",
                        Set.of("producer", "statuses"))
                        .alerts("SmsServiceUnreachable", "SmsStatusPollsFail")
                        .later("SmsUnknownOutcomes", "SmsNoStatusPoll", "SmsStoreNotSending", "SmsStoredBacklogTooOld");

        private Signals(String first, String last, Set<String> checks) {
            this(first, last, checks, Set.of(), Set.of());
        }

        private Signals alerts(String... names) {
            return new Signals(first, last, checks, new TreeSet<>(List.of(names)), later);
        }

        private Signals later(String... names) {
            return new Signals(first, last, checks, alerts, new TreeSet<>(List.of(names)));
        }
    }

    /**
     * Texts of the table.
     *
     * @param incident what happens
     * @param messages what it means for the messages
     * @param remedy   what to do
     */
    private record Row(String incident, String messages, String remedy) {

        /** Of all incidents with the same signals. */
        private static final Row SERVICE_DOWN = new Row(
                "The service cannot be reached, does not respond, or responds with 5xx",
                "The messages of the requests in flight, usually three, and of the probes are UNKNOWN until the store has"
                                                                                         + " looked them up; all others wait in the store.",
                "Check address, network, TLS and proxy, then ask the provider.");
    }

    Incident(Parts parts, Signals signals, Row row) {
        this.parts = parts;
        this.signals = signals;
        this.row = row;
    }

    Parts parts() {
        return parts;
    }

    Signals signals() {
        return signals;
    }

    abstract void begin(World world) throws Exception;

    /** Ends it; the simulator and the network to it are as before in any case. */
    void end(World world) throws Exception {
        world.simulator.clearFaults();
        world.service.pass();
    }

    /** Returns the table of all incidents. Those that look the same to an operator share a row. */
    static String table() {
        return Stream.of(values()).map(Incident::line).distinct().collect(
                Collectors.joining(
                        "\n", "| incident | what you see | what it means for the messages | what to do |\n|---|---|---|---|\n",
                        "\n"));
    }

    private String line() {
        Stream<String> seen = Stream.of(
                signals.first.isEmpty() ? "" : "log: `" + signals.first + "`",
                signals.checks.isEmpty() ? "" : "health: " + names(signals.checks, ""),
                signals.alerts.isEmpty() ? "" : "alerts: " + names(signals.alerts, "`"),
                signals.later.isEmpty() || !signals.alerts.isEmpty() ? "" : "later: " + names(signals.later, "`"),
                signals.last.isEmpty() ? "" : "at its end: `" + signals.last.replace("|", "` or `") + "`");
        return "| " + row.incident + " | " + seen.filter(text -> !text.isEmpty()).collect(Collectors.joining("; ")) + " | "
               + row.messages + " | " + row.remedy + " |";
    }

    private static String names(Set<String> names, String quote) {
        return new TreeSet<>(names).stream().map(name -> quote + name + quote).collect(Collectors.joining(", "));
    }
}
