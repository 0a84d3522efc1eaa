package io.github.camelsms.sample.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.CatchDefinition;
import org.apache.camel.model.ErrorHandlerDefinition;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.model.errorhandler.NoErrorHandlerDefinition;
import org.apache.camel.support.PluginHelper;

import static org.assertj.core.api.Assertions.assertThat;

class SampleRoutesTest {

    /** Tests that the routes in YAML equal the routes in Java, which the other tests run. */
    @Test
    void addTo_yaml_behavesLikeJava() throws Exception {
        assertThat(routes("yaml")).contains("<doCatch>", "?acceptMessagesWhileStopping=true&amp;concurrentConsumers=")
                .isEqualTo(routes("java"));
    }

    private static String routes(String language) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("sms.routes", language);
        try (CamelContext context = new DefaultCamelContext()) {
            context.getPropertiesComponent().setOverrideProperties(properties);
            SampleBeans.addRoutes(context);
            List<String> routes = new ArrayList<>();
            for (RouteDefinition route : context.getCamelContextExtension().getContextPlugin(ModelCamelContext.class)
                    .getRouteDefinitions()) {
                route.getInput().setUri(sorted(route.getInput().getUri()));
                tries(route).forEach(SampleRoutesTest::addCatches);
                routes.add("errors are left to the caller: " + takeNoErrorHandler(route));
                routes.add(PluginHelper.getModelToXMLDumper(context).dumpModelAsXml(context, route));
            }
            return String.join("\n", routes);
        }
    }

    /** Returns the URI with its options in alphabetical order. */
    private static String sorted(String uri) {
        int options = uri.indexOf('?') + 1;
        return uri.substring(0, options)
               + Stream.of(uri.substring(options).split("&")).sorted().collect(Collectors.joining("&"));
    }

    private static Collection<TryDefinition> tries(RouteDefinition route) {
        return ProcessorDefinitionHelper.filterTypeInOutputs(route.getOutputs(), TryDefinition.class);
    }

    /** Returns whether the route has no error handler. YAML has this in the model, and Java beside it. */
    private static boolean takeNoErrorHandler(RouteDefinition route) {
        ErrorHandlerDefinition definition = route.getErrorHandler();
        Object handler = definition == null ? route.getErrorHandlerFactory() : definition.getErrorHandlerType();
        route.setErrorHandler(null);
        return handler instanceof NoErrorHandlerDefinition;
    }

    /** YAML has them beside the outputs, which the dump omits. */
    private static void addCatches(TryDefinition definition) {
        List<ProcessorDefinition<?>> outputs = definition.getOutputs();
        if (outputs.stream().noneMatch(CatchDefinition.class::isInstance)) {
            outputs.addAll(definition.getCatchClauses());
        }
    }
}
