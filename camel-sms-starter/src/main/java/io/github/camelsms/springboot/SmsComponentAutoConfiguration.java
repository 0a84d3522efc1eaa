package io.github.camelsms.springboot;

import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsComponentConfigurer;
import io.github.camelsms.SmsConfiguration;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.ConfigurableEnvironment;

import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.FailedToStartComponentException;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spi.LifecycleStrategy;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.spring.boot.ComponentConfigurationProperties;
import org.apache.camel.spring.boot.util.CamelPropertiesHelper;
import org.apache.camel.spring.boot.util.ConditionalOnHierarchicalProperties;
import org.apache.camel.spring.boot.util.HierarchicalPropertiesEvaluator;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * Auto-configuration of the <code>sms</code> component with <code>camel.component.sms.*</code>, unless
 * <code>camel.component.sms.enabled</code> or <code>camel.component.enabled</code> is false.
 */
@AutoConfiguration(after = { CamelAutoConfiguration.class, SmsComponentConverter.class })
@ConditionalOnBean(CamelAutoConfiguration.class)
@ConditionalOnHierarchicalProperties({ "camel.component", SmsComponentConfiguration.PREFIX })
@EnableConfigurationProperties({ ComponentConfigurationProperties.class, SmsComponentConfiguration.class })
public class SmsComponentAutoConfiguration {

    /** Runs before any bean is created, so that a misspelled property is reported first. */
    @Bean
    static BeanFactoryPostProcessor smsPropertiesCheck(ConfigurableEnvironment environment) {
        return beans -> UnknownProperties.check(environment);
    }

    @Bean
    static UnresolvedPlaceholders smsPlaceholdersCheck(ApplicationContext context, ConfigurableEnvironment environment) {
        return new UnresolvedPlaceholders(context, environment);
    }

    @Bean
    static CamelContextConfiguration smsShutdownTimeout(ConfigurableEnvironment environment) {
        return new ShutdownTimeout(environment);
    }

    /** Camel adds it to the context. */
    @Bean
    static LifecycleStrategy smsComponentStart() {
        return new ComponentStart();
    }

    /**
     * Starts the components that routes use before their context starts. The context would log the failure of a
     * component, such as that of a message store, with a stack trace of more than 100 lines.
     */
    private static final class ComponentStart extends LifecycleStrategySupport {

        @Override
        public void onContextInitialized(CamelContext context) {
            for (String name : context.getComponentNames()) {
                if (context.hasComponent(name) instanceof SmsComponent component) {
                    try {
                        component.start();
                    } catch (RuntimeException e) {
                        throw new FailedToStartComponentException(name, e.getMessage(), e);
                    }
                }
            }
        }

        /** Returns what Camel logs of a strategy that fails. */
        @Override
        public String toString() {
            return "of the sms component";
        }
    }

    /**
     * Lets Camel stop within Spring's <code>timeout-per-shutdown-phase</code> if that is set and Camel's own timeout is
     * not. Spring does not interrupt a context that needs longer.
     */
    private record ShutdownTimeout(ConfigurableEnvironment environment) implements CamelContextConfiguration {

        private static final String CAMEL = "camel.main.shutdown-timeout";
        private static final String SPRING = "spring.lifecycle.timeout-per-shutdown-phase";

        @Override
        public void beforeApplicationStart(CamelContext context) {
            Binder properties = Binder.get(environment);
            if (!properties.bind(CAMEL, String.class).isBound()) {
                properties.bind(SPRING, Duration.class).ifBound(
                        timeout -> context.getShutdownStrategy().setTimeout(Math.max(1, timeout.toSeconds())));
            }
        }

        @Override
        public void afterApplicationStart(CamelContext context) {
            // The timeout is set before the start.
        }
    }

    @Lazy
    @Bean
    public ComponentCustomizer configureSmsComponent(
            ApplicationContext applicationContext, SmsComponentConfiguration configuration) {
        return new SmsComponentCustomizer(applicationContext, configuration);
    }

    private record SmsComponentCustomizer(
            ApplicationContext applicationContext, SmsComponentConfiguration properties) implements ComponentCustomizer {

        /** Name of the component that the properties configure completely. */
        private static final String NAME = "sms";
        private static final Set<String> NOT_COPIED = Set.of("enabled", "customizer", "configuration", "store");

        @Override
        public boolean isEnabled(String name, Component target) {
            return target instanceof SmsComponent && HierarchicalPropertiesEvaluator.evaluate(
                    applicationContext, "camel.component.customizer", SmsComponentConfiguration.PREFIX + ".customizer");
        }

        @Override
        public void configure(String name, Component target) {
            Map<String, Object> own = name.equals(NAME) ? Map.of() : ownOptions(target);
            SmsConfiguration configuration = properties.getConfiguration();
            if (configuration != null) {
                // Set before the options, which would otherwise be lost with the previous configuration.
                ((SmsComponent) target).setConfiguration(configuration.copy());
            }
            Map<String, Object> options = options(target);
            options.putAll(own);
            CamelPropertiesHelper.setCamelProperties(target.getCamelContext(), target, options, true);
        }

        /**
         * Returns the options that the bean of another component sets itself, because it could otherwise send with the
         * wrong account.
         */
        private static Map<String, Object> ownOptions(Component target) {
            SmsComponent unchanged = new SmsComponent();
            SmsComponentConfigurer configurer = new SmsComponentConfigurer();
            Map<String, Object> own = new HashMap<>();
            for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(SmsComponentConfiguration.class)) {
                String option = property.getName();
                Object value = configurer.getOptionValue(target, option, false);
                if (value != null && !value.equals(configurer.getOptionValue(unchanged, option, false))) {
                    own.put(option, value);
                }
            }
            own.keySet().removeAll(NOT_COPIED);
            return own;
        }

        private Map<String, Object> options(Component target) {
            Map<String, Object> options
                    = CamelPropertiesHelper.getNonNullProperties(target.getCamelContext(), properties);
            options.keySet().removeAll(NOT_COPIED);
            return options;
        }
    }
}
