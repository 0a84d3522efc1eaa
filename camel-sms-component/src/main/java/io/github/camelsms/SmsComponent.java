package io.github.camelsms;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * The <code>sms</code> component. It holds the accounts, one per base address and user name, that its endpoints share.
 */
@Component("sms")
public class SmsComponent extends HealthCheckComponent implements SSLContextParametersAware {

    @Metadata
    private SmsConfiguration configuration = new SmsConfiguration();
    @Metadata(label = "security", defaultValue = "false",
              description = "Enable usage of global SSL context parameters.")
    private boolean useGlobalSslContextParameters;

    private @Nullable SmsAccounts accounts;

    public SmsComponent() {
    }

    public SmsComponent(CamelContext context) {
        super(context);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        SmsConfiguration copy = configuration.copy();
        SmsEndpoint endpoint = new SmsEndpoint(uri, this, operation(remaining), copy);
        setProperties(endpoint, parameters);
        if (copy.getSslContextParameters() == null && useGlobalSslContextParameters) {
            copy.setSslContextParameters(retrieveGlobalSslContextParameters());
        }
        return endpoint;
    }

    /** Runs after Camel has refused unknown options, so that a misspelt one is named as such and not as missing. */
    @Override
    protected void afterConfiguration(String uri, String remaining, Endpoint endpoint, Map<String, Object> parameters) {
        SmsOptions.validate(((SmsEndpoint) endpoint).getConfiguration());
    }

    private static SmsOperation operation(String remaining) {
        for (SmsOperation operation : SmsOperation.values()) {
            if (operation.name().equals(remaining)) {
                return operation;
            }
        }
        throw new IllegalArgumentException("sms:" + remaining + " is unknown: use sms:send or sms:status");
    }

    /**
     * The accounts of this component; there from the component's start on.
     */
    SmsAccounts accounts() {
        SmsAccounts current = accounts;
        if (current == null) {
            throw new IllegalStateException("the sms component is not started");
        }
        return current;
    }

    @Override
    protected void doInit() throws Exception {
        super.doInit();
        getCamelContext().addLifecycleStrategy(new LifecycleStrategySupport() {
            @Override
            public void onContextStopping(CamelContext context) {
                SmsAccounts current = accounts;
                if (current != null) {
                    current.contextStopping();
                }
            }
        });
    }

    @Override
    protected void doStart() throws Exception {
        accounts = new SmsAccounts(getCamelContext());
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        SmsAccounts current = accounts;
        if (current != null) {
            current.close();
        }
        accounts = null;
    }

    public SmsConfiguration getConfiguration() {
        return configuration;
    }

    /**
     * The options that endpoints start from.
     */
    public void setConfiguration(SmsConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public boolean isUseGlobalSslContextParameters() {
        return useGlobalSslContextParameters;
    }

    /**
     * Enable usage of global SSL context parameters.
     */
    @Override
    public void setUseGlobalSslContextParameters(boolean useGlobalSslContextParameters) {
        this.useGlobalSslContextParameters = useGlobalSslContextParameters;
    }
}
