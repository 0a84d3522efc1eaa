package io.github.camelsms.sample.run;

import java.util.Properties;
import java.util.Set;

import org.apache.camel.CamelContext;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.MainListenerSupport;

/**
 * Listener that prepares Camel Main's context: embedded services, then the beans, then the routes.
 */
final class ApplicationSetup extends MainListenerSupport {

    private final EmbeddedServices services;
    private final Properties overrides;
    private final Set<String> variables;

    /**
     * @param overrides properties of the context that take precedence over all others
     * @param variables the names of the environment variables
     */
    ApplicationSetup(EmbeddedServices services, Properties overrides, Set<String> variables) {
        this.services = services;
        this.overrides = overrides;
        this.variables = variables;
    }

    @Override
    public void beforeConfigure(BaseMainSupport main) {
        CamelContext context = main.getCamelContext();
        SampleProperties properties = new SampleProperties(context);
        properties.checkNames(variables);
        OperationsServer.prepare(properties, overrides);
        services.start(properties, overrides);
        try {
            SampleBeans.bind(context);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public void afterConfigure(BaseMainSupport main) {
        try {
            SampleRoutes.addTo(main.getCamelContext());
            OperationsServer.addTo(main.getCamelContext());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
