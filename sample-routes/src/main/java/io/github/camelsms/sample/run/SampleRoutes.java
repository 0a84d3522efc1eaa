package io.github.camelsms.sample.run;

import java.util.List;

import io.github.camelsms.sample.routes.FileRoutes;
import io.github.camelsms.sample.routes.QueueRoutes;
import io.github.camelsms.sample.routes.ResultRoutes;
import io.github.camelsms.sample.routes.StatusRoutes;

import org.apache.camel.CamelContext;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.DefaultErrorHandlerBuilder;
import org.apache.camel.support.PluginHelper;

/**
 * Routes in the language that <code>sms.routes</code> selects.
 */
public final class SampleRoutes {

    private SampleRoutes() {
    }

    /** Adds the routes to the context. */
    public static void addTo(CamelContext context) throws Exception {
        // One line for a failed exchange is enough: its message history shows Camel's ids only.
        context.getCamelContextExtension()
                .setErrorHandlerFactory(new DefaultErrorHandlerBuilder().logExhaustedMessageHistory(false));
        if (new Settings(context).text("sms.routes").equals("yaml")) {
            for (String name : List.of("files", "queue", "results", "statuses")) {
                PluginHelper.getRoutesLoader(context).loadRoutes(
                        PluginHelper.getResourceLoader(context).resolveResource("classpath:routes/yaml/" + name + ".yaml"));
            }
        } else {
            for (RoutesBuilder routes : List.of(new FileRoutes(), new QueueRoutes(), new ResultRoutes(), new StatusRoutes())) {
                context.addRoutes(routes);
            }
        }
    }
}
