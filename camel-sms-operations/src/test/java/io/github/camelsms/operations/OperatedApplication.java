package io.github.camelsms.operations;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsMessage;

import org.apache.camel.CamelContext;

/**
 * An application with an account, whose operations page is tested.
 */
public interface OperatedApplication extends AutoCloseable {

    /** Returns the address of the server, with a slash at its end. */
    String server();

    /** Returns the address of the page. */
    String page();

    CamelContext context();

    /** Stores messages, which are then sent. */
    default void store(List<SmsMessage> messages) {
        context().createFluentProducerTemplate().to("sms:send?completeOn=stored").withBody(messages).request();
    }

    @Override
    void close();

    /** Returns the properties in a file of the documentation, and two host names. */
    static Map<String, String> documented(String file) throws IOException {
        Properties properties = new Properties();
        try (InputStream content = OperatedApplication.class.getResourceAsStream("/docs/" + file)) {
            properties.load(content);
        }
        properties.setProperty("camel.sms.operations.hosts", "other.example.org, SMS.example.org");
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(Function.identity(), properties::getProperty));
    }
}
