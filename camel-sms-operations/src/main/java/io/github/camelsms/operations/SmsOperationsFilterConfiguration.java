package io.github.camelsms.operations;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletPath;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * Configuration of the filters in front of the operations page, in the context of Actuator's server, which can have a
 * port of its own.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnAvailableEndpoint(endpoint = SmsWebEndpoint.class)
class SmsOperationsFilterConfiguration {

    @Bean
    FilterRegistrationBean<OperationsFilter> smsOperationsFilter(
            SmsOperationsProperties properties, WebEndpointProperties endpoints,
            ObjectProvider<DispatcherServletPath> servlet) {
        String root = endpoints.getPathMapping().getOrDefault(SmsWebEndpoint.ID, SmsWebEndpoint.ID);
        String base = endpoints.getBasePath();
        String path = (base.equals("/") ? "" : base) + "/" + root;
        DispatcherServletPath dispatcher = servlet.getIfAvailable();
        String served = dispatcher == null ? path : dispatcher.getRelativePath(path);
        return filter(properties.rules(), served, served + "/*");
    }

    @Bean
    FilterRegistrationBean<OperationsFilter> smsServerFilter(SmsOperationsProperties properties) {
        FilterRegistrationBean<OperationsFilter> filter = filter(properties.rules().ofServer(), "/*");
        filter.setEnabled(properties.guardServer());
        return filter;
    }

    private static FilterRegistrationBean<OperationsFilter> filter(RequestRules rules, String... patterns) {
        FilterRegistrationBean<OperationsFilter> filter = new FilterRegistrationBean<>(new OperationsFilter(rules));
        filter.addUrlPatterns(patterns);
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }
}
