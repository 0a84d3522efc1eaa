package io.github.camelsms.cli.service;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsPolicy;
import io.github.camelsms.policy.OptOutPolicy;
import io.github.camelsms.store.jdbc.JdbcMessageStore;

import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.support.DefaultExchange;

/** A Camel context with the component and its message store, for the time of a command. Thread-safe. */
public final class SmsSession implements AutoCloseable {

    /** Seconds for what is in flight when the session is closed. */
    private static final String SHUTDOWN_TIMEOUT = "5";

    private final Main main;
    private final ProducerTemplate template;
    private final Map<String, AsyncProducer> producers = new HashMap<>();

    private SmsSession(Main main) {
        this.main = main;
        this.template = main.getCamelContext().createProducerTemplate();
    }

    /**
     * Starts a session.
     *
     * @throws picocli.CommandLine.ParameterException if an option is missing or cannot be used
     */
    public static SmsSession open(ServiceOptions options) throws Exception {
        return open(options, Map.of());
    }

    /**
     * Starts a session.
     *
     * @param more properties of Camel Main, which have precedence over those of the configuration file
     */
    public static SmsSession open(ServiceOptions options, Map<String, String> more) throws Exception {
        return open(options.settings().ofSession(), more);
    }

    /**
     * Starts a session that uses only the message store.
     *
     * @param  isCreated                              whether a missing message store is created
     * @throws picocli.CommandLine.ParameterException if an option cannot be used, or if the store is missing and is not
     *                                                created
     */
    public static SmsSession openStore(StoreOptions options, boolean isCreated) throws Exception {
        return open(options.settings(isCreated), Map.of());
    }

    /**
     * Starts a session that only checks messages.
     *
     * @param  withoutStore                           whether the message store is not used; otherwise it is, unless it
     *                                                is not named and missing
     * @throws picocli.CommandLine.ParameterException if an option is missing or cannot be used
     */
    public static SmsSession openCheck(ServiceOptions options, boolean withoutStore) throws Exception {
        return open(options.checkSettings(withoutStore), Map.of());
    }

    private static SmsSession open(SessionSettings settings, Map<String, String> more) throws Exception {
        Main main = new Main();
        main.setDefaultPropertyPlaceholderLocation("false");
        main.setInitialProperties(settings.other());
        main.addInitialProperty("camel.main.name", "camel-sms");
        main.addInitialProperty("camel.main.shutdown-timeout", SHUTDOWN_TIMEOUT);
        more.forEach(main::addOverrideProperty);
        SmsComponent component = new SmsComponent();
        component.getConfiguration().setBaseUrl(settings.baseUrl());
        component.getConfiguration().setUsername(settings.username());
        component.getConfiguration().setPassword(settings.password());
        main.bind("sms", component);
        if (settings.store() != null) {
            main.bind("messageStore", store(settings.store()));
            main.addMainListener(new MainListenerSupport() {
                @Override
                public void afterConfigure(BaseMainSupport configured) {
                    rejectOptOuts(component);
                }
            });
        }
        try {
            main.start();
            return new SmsSession(main);
        } catch (Exception e) {
            main.stop();
            throw e;
        }
    }

    /** Adds the policy that rejects messages to the opt-outs of the store, unless the configuration file has it. */
    private static void rejectOptOuts(SmsComponent component) {
        if (component.getPolicies().stream().noneMatch(OptOutPolicy.class::isInstance)) {
            List<SmsPolicy> policies = new ArrayList<>();
            policies.add(new OptOutPolicy());
            policies.addAll(component.getPolicies());
            component.setPolicies(policies);
        }
    }

    private static JdbcMessageStore store(Path file) throws IOException {
        PrivateFile.createDirectories(file.toAbsolutePath().resolveSibling(""));
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(file.toString());
        return store;
    }

    public CamelContext context() {
        return main.getCamelContext();
    }

    /** Returns the time zone of the service. */
    public ZoneId zone() {
        return ZoneId.of(context().getComponent("sms", SmsComponent.class).getConfiguration().getZone());
    }

    /** Returns whether the session has a message store. */
    public boolean hasStore() {
        return context().getComponent("sms", SmsComponent.class).getMessageStore() != null;
    }

    /** Sends the messages that wait in the store, until the session is closed. */
    public void startSending() throws Exception {
        producer("sms:send?offerResults=false");
    }

    /** Returns an exchange that {@link #send} and {@link #request} have not sent yet. */
    public Exchange exchange() {
        return new DefaultExchange(context());
    }

    /**
     * Sends an exchange to an endpoint. The future is completed with the exchange, even if that fails.
     */
    public CompletableFuture<Exchange> send(String uri, Exchange exchange) throws Exception {
        CompletableFuture<Exchange> done = new CompletableFuture<>();
        producer(uri).process(exchange, doneSync -> done.complete(exchange));
        return done;
    }

    /** Returns the producer of an endpoint, which stops with the context. */
    private synchronized AsyncProducer producer(String uri) throws Exception {
        AsyncProducer producer = producers.get(uri);
        if (producer == null) {
            producer = context().getEndpoint(uri).createAsyncProducer();
            context().addService(producer);
            producers.put(uri, producer);
        }
        return producer;
    }

    /**
     * Sends an exchange to an endpoint and returns the body afterwards.
     *
     * @throws Exception that of the exchange, if it fails
     */
    public <T> T request(String uri, Class<T> type, Consumer<Message> message) throws Exception {
        Exchange exchange = exchange();
        message.accept(exchange.getMessage());
        template.send(uri, exchange);
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
        return exchange.getMessage().getMandatoryBody(type);
    }

    /** Ends what is in flight, at most for 5 seconds, and stops the context. */
    @Override
    public void close() {
        main.stop();
    }
}
