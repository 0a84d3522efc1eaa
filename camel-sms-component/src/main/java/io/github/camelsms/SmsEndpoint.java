package io.github.camelsms;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.ScheduledPollEndpoint;

/**
 * Send SMS in paced batches through an HTTP messaging service, and follow each message to its delivery.
 */
@UriEndpoint(firstVersion = "0.1.0", scheme = "sms", title = "SMS", syntax = "sms:operation",
             category = { Category.MOBILE, Category.MESSAGING }, headersClass = SmsConstants.class)
public class SmsEndpoint extends ScheduledPollEndpoint implements EndpointServiceLocation {

    @UriPath
    @Metadata(required = true, description = "send, to send messages; or status, to read their delivery statuses.")
    private SmsOperation operation;
    @UriParam
    private SmsConfiguration configuration;

    public SmsEndpoint(String uri, SmsComponent component, SmsOperation operation, SmsConfiguration configuration) {
        super(uri, component);
        this.operation = operation;
        this.configuration = configuration;
    }

    @Override
    public Producer createProducer() throws Exception {
        return operation == SmsOperation.send ? new SmsSendProducer(this) : new SmsStatusProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        if (operation == SmsOperation.send) {
            throw new IllegalArgumentException(
                    "sms:send cannot be consumed from: use to(\"sms:send\"), or from(\"sms:status\")");
        }
        if (configuration.getQuery() == SmsStatusQuery.byDate) {
            throw new IllegalArgumentException(
                    "Option query=byDate cannot be consumed from, because each query needs its date: use to(\"sms:status?query=byDate\") with the header "
                                               + SmsConstants.DATE);
        }
        SmsStatusConsumer consumer = new SmsStatusConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    @Override
    public SmsComponent getComponent() {
        return (SmsComponent) super.getComponent();
    }

    public SmsOperation getOperation() {
        return operation;
    }

    public void setOperation(SmsOperation operation) {
        this.operation = operation;
    }

    public SmsConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(SmsConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public @Nullable String getServiceUrl() {
        return configuration.getBaseUrl();
    }

    @Override
    public String getServiceProtocol() {
        return "http";
    }

    @Override
    public Map<String, String> getServiceMetadata() {
        Map<String, String> metadata = new HashMap<>();
        String username = configuration.getUsername();
        if (username != null) {
            metadata.put("username", username);
        }
        return metadata;
    }
}
