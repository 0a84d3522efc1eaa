package io.github.camelsms;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.camelsms.model.NullTextException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.TextlessException;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.PollingConsumerPollStrategy;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.SynchronizationAdapter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Routes, callbacks and strategies of users that fail once in a way that Camel does not expect: each status is
 * delivered all the same, and polling continues.
 */
class HostileRouteTest extends SmsRouteTestSupport {

    private final AtomicInteger attempts = new AtomicInteger();

    enum Fault {
        ERROR(exchange -> {
            throw new StackOverflowError("a defect of the route");
        }),
        ERROR_OF_LINKAGE(exchange -> {
            throw new NoClassDefFoundError("a class of the route");
        }),
        WITHOUT_TEXT(exchange -> {
            throw new TextlessException();
        }),
        WITH_NULL_AS_TEXT(exchange -> {
            throw new NullTextException();
        }),
        INTERRUPTED(exchange -> sneak(new InterruptedException())),
        ROLLBACK_ONLY(exchange -> exchange.setRollbackOnly(true)),
        ROLLBACK_ONLY_LAST(exchange -> exchange.setRollbackOnlyLast(true));

        private final Consumer<Exchange> action;

        Fault(Consumer<Exchange> action) {
            this.action = action;
        }
    }

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    /** After an error in a policy or callback, Camel waits for an exchange that it still counts as in flight. */
    @BeforeEach
    void waitOnlyShortlyAtTheEnd() {
        context.getShutdownStrategy().setTimeout(1);
    }

    @ParameterizedTest
    @EnumSource
    void poll_routeFailsOnce_statusIsOfferedAgain(Fault fault) throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("sms:status?delay=20&initialDelay=0").routeId("poll").process(exchange -> {
                    if (attempts.incrementAndGet() == 1) {
                        fault.action.accept(exchange);
                    }
                }).to("mock:statuses");
            }
        });
        await(() -> attempts.get() == 2);
        pollsGoOn();
        assertThat(attempts).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource
    void poll_routeFailsAlways_statusesBehindAreRouted(Fault fault) throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        send(new SmsMessage("hello", "11987654321", "m1", null));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("sms:status?delay=20&initialDelay=0").routeId("poll").process(exchange -> {
                    if ("m0".equals(exchange.getMessage().getHeader("CamelSmsCorrelationId"))) {
                        fault.action.accept(exchange);
                    } else {
                        attempts.incrementAndGet();
                    }
                });
            }
        });
        await(() -> attempts.get() == 1);
        pollsGoOn();
        assertThat(attempts).hasValue(1);
    }

    @Test
    void poll_completionCallbackThrows_pollingGoesOn() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=20&initialDelay=0").routeId("poll").process(exchange -> {
                    attempts.incrementAndGet();
                    exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                        @Override
                        public void onDone(Exchange done) {
                            if (attempts.get() > 1) {
                                return;
                            }
                            throw new StackOverflowError("a defect of a callback");
                        }
                    });
                });
            }
        });
        await(() -> attempts.get() >= 1);
        pollsGoOn();
    }

    @Test
    void poll_routePolicyThrows_pollingGoesOn() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=20&initialDelay=0").routeId("poll").routePolicy(new RoutePolicySupport() {
                    @Override
                    public void onExchangeBegin(Route route, Exchange exchange) {
                        if (attempts.incrementAndGet() == 1) {
                            throw new StackOverflowError("a defect of a policy");
                        }
                    }
                }).to("mock:statuses");
            }
        });
        await(() -> attempts.get() >= 1);
        pollsGoOn();
    }

    @Test
    void poll_strategyThrowsError_pollingGoesOn() throws Exception {
        context.getRegistry().bind("strategy", new PollingConsumerPollStrategy() {
            @Override
            public boolean begin(org.apache.camel.Consumer consumer, Endpoint endpoint) {
                if (attempts.incrementAndGet() == 1) {
                    throw new NoClassDefFoundError("a class of the strategy");
                }
                return true;
            }

            @Override
            public void commit(org.apache.camel.Consumer consumer, Endpoint endpoint, int polled) {
            }

            @Override
            public boolean rollback(org.apache.camel.Consumer consumer, Endpoint endpoint, int retry, Exception cause) {
                return false;
            }
        });
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=20&initialDelay=0&pollStrategy=#strategy").routeId("poll").to("mock:statuses");
            }
        });
        await(() -> attempts.get() > 2);
        pollsGoOn();
    }

    @Test
    void poll_exceptionHandlerThrowsError_pollingGoesOn() throws Exception {
        context.getRegistry().bind("handler", new ExceptionHandler() {
            @Override
            public void handleException(Throwable exception) {
                throw new NoClassDefFoundError("a class of the handler");
            }

            @Override
            public void handleException(String message, Throwable exception) {
                handleException(exception);
            }

            @Override
            public void handleException(String message, Exchange exchange, Throwable failure) {
                handleException(failure);
            }
        });
        simulator.failNext(io.github.camelsms.simulator.Operation.STATUS, io.github.camelsms.simulator.Fault.garbageBody());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=20&initialDelay=0&exceptionHandler=#handler").routeId("poll").to("mock:statuses");
            }
        });
        pollsGoOn();
    }

    @Test
    void poll_loggerThrows_statusesAreRouted() throws Exception {
        send(new SmsMessage("hello", "11987654321", "m0", null));
        try (FailingAppender appender = FailingAppender.add()) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("sms:status?delay=20&initialDelay=0").routeId("poll").process(exchange -> attempts.incrementAndGet());
                }
            });
            await(() -> appender.failures.get() == 1);
            await(() -> attempts.get() == 1);
        }
        pollsGoOn();
        assertThat(attempts).hasValue(1);
    }

    /** An appender of the application that throws on the first line about statuses that were read. */
    private static final class FailingAppender extends AbstractAppender implements AutoCloseable {

        private static final String LOGGER = "io.github.camelsms.SmsStatusConsumer";

        private final AtomicInteger failures = new AtomicInteger();

        private FailingAppender() {
            super("failing", null, null, false, Property.EMPTY_ARRAY);
        }

        static FailingAppender add() {
            FailingAppender appender = new FailingAppender();
            appender.start();
            configure(configuration -> {
                LoggerConfig logger = new LoggerConfig(LOGGER, Level.DEBUG, false);
                logger.addAppender(appender, Level.DEBUG, null);
                configuration.addLogger(LOGGER, logger);
            });
            return appender;
        }

        @Override
        public void append(LogEvent event) {
            if (event.getMessage().getFormattedMessage().contains("1 status was read") && failures.getAndIncrement() == 0) {
                throw new IllegalStateException("the disk of the log is full");
            }
        }

        @Override
        public void close() {
            configure(configuration -> configuration.removeLogger(LOGGER));
            stop();
        }

        private static void configure(Consumer<Configuration> change) {
            LoggerContext logging = (LoggerContext) LogManager.getContext(false);
            change.accept(logging.getConfiguration());
            logging.updateLoggers();
        }
    }

    private void pollsGoOn() {
        long afterwards = simulator.statistics().statusRequests() + 3;
        await(() -> simulator.statistics().statusRequests() >= afterwards);
    }

    private static void await(java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable e) throws T {
        throw (T) e;
    }
}
