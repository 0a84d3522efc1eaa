package io.github.camelsms.operations;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;

import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.jdbc.JdbcMessageStore;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/**
 * An application on Camel Main.
 */
public final class MainApplication implements OperatedApplication {

    private final Main main = new Main();
    private final String server;

    private MainApplication(int port) {
        server = "http://127.0.0.1:" + port + "/";
    }

    /**
     * Starts an application without the page.
     *
     * @param file       of the message store
     * @param properties more properties
     */
    public static MainApplication start(SmsSimulator simulator, Path file, Map<String, String> properties) throws Exception {
        int port = freePort();
        MainApplication application = new MainApplication(port);
        Main main = application.main;
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(file.toString());
        main.bind("store", store);
        main.addInitialProperty("camel.component.sms.base-url", simulator.baseUrl());
        main.addInitialProperty("camel.component.sms.username", simulator.username());
        main.addInitialProperty("camel.component.sms.password", "demo");
        main.addInitialProperty("camel.management.host", "127.0.0.1");
        main.addInitialProperty("camel.management.port", Integer.toString(port));
        properties.forEach(main::addOverrideProperty);
        main.configure().addRoutesBuilder(new StatusRoute());
        try {
            main.start();
        } catch (Exception e) {
            main.shutdown();
            throw e;
        }
        return application;
    }

    /** Starts an application with the settings of the documentation. */
    public static MainApplication start(SmsSimulator simulator, Path file) throws Exception {
        return start(simulator, file, OperatedApplication.documented("main.properties"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public String page() {
        return server + "observe/sms";
    }

    @Override
    public CamelContext context() {
        return main.getCamelContext();
    }

    @Override
    public void close() {
        main.shutdown();
    }

    /** Polls the statuses. */
    static final class StatusRoute extends RouteBuilder {

        @Override
        public void configure() {
            from("sms:status?delay=1000&initialDelay=500").to("log:statuses?level=DEBUG");
        }
    }
}
