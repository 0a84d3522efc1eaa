package io.github.camelsms.sample.run;

import java.util.List;

import io.github.camelsms.sample.routes.FileRoutes;
import io.github.camelsms.sample.routes.QueueRoutes;
import io.github.camelsms.sample.routes.ResultRoutes;
import io.github.camelsms.sample.routes.StatusRoutes;

import org.apache.camel.CamelContext;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.DefaultErrorHandlerBuilder;
import org.apache.camel.spi.Resource;
import org.apache.camel.spi.RoutesLoader;
import org.apache.camel.support.PluginHelper;

/**
 * Routes in the language that <code>sms.routes</code> selects.
 */
public final class SampleRoutes {

    private static final List<String> YAML
            = List.of("routes/yaml/files.yaml", "routes/yaml/queue.yaml", "routes/yaml/results.yaml",
                    "routes/yaml/statuses.yaml");

    private SampleRoutes() {
    }

    /**
     * Adds the routes to the context.
     *
     * @throws IllegalArgumentException if the language is unknown
     */
    public static void addTo(CamelContext context) throws Exception {
        // One line for a failed exchange is enough: its message history shows Camel's ids only.
        context.getCamelContextExtension()
                .setErrorHandlerFactory(new DefaultErrorHandlerBuilder().logExhaustedMessageHistory(false));
        String language = new SampleProperties(context).text("sms.routes");
        switch (language) {
            case "java" -> addJava(context);
            case "yaml" -> addYaml(context);
            default -> throw new IllegalArgumentException("sms.routes=" + language + " is neither java nor yaml");
        }
    }

    private static void addJava(CamelContext context) throws Exception {
        for (RoutesBuilder routes : List.of(new FileRoutes(), new QueueRoutes(), new ResultRoutes(), new StatusRoutes())) {
            context.addRoutes(routes);
        }
    }

    private static void addYaml(CamelContext context) throws Exception {
        RoutesLoader loader = PluginHelper.getRoutesLoader(context);
        for (String location : YAML) {
            Resource resource = PluginHelper.getResourceLoader(context).resolveResource("classpath:" + location);
            loader.loadRoutes(resource);
        }
    }
}
