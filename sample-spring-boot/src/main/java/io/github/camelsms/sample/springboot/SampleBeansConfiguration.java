package io.github.camelsms.sample.springboot;

import java.io.IOException;
import java.nio.file.Path;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import io.github.camelsms.sample.run.SampleBeans;
import io.github.camelsms.store.MessageStore;
import jakarta.jms.ConnectionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

import org.apache.camel.CamelContext;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.spring.boot.CamelContextConfiguration;

/**
 * Folders, message store and broker of the routes, which are those of the Camel Main application.
 */
@Configuration(proxyBeanMethods = false)
class SampleBeansConfiguration {

    @Bean
    CamelContextConfiguration folders() {
        return new CamelContextConfiguration() {
            @Override
            public void beforeApplicationStart(CamelContext context) {
                try {
                    SampleBeans.createFolders(context);
                } catch (IOException e) {
                    throw RuntimeCamelException.wrapRuntimeCamelException(e);
                }
            }

            @Override
            public void afterApplicationStart(CamelContext context) {
                // Nothing to do.
            }
        };
    }

    /** Closed by the component, which also starts it. */
    @Bean(destroyMethod = "")
    MessageStore smsStore(SampleSettings settings) throws IOException {
        SampleSettings.Store store = settings.store();
        return SampleBeans.store(store.url(), store.username(), store.password(), Path.of(store.file()), store.lease());
    }

    @Bean
    JmsComponent jms(ConnectionFactory connections) {
        return SampleBeans.jms(connections);
    }

    /** Depends on the embedded broker, so that it is started before its connections and closed after them. */
    @Bean
    ConnectionFactory connections(SampleSettings settings, ObjectProvider<EmbeddedBroker> embedded) {
        embedded.ifAvailable(broker -> {
        });
        SampleSettings.Broker broker = settings.broker();
        return SampleBeans.connections(broker.url(), broker.username(), broker.password());
    }

    @Bean
    @Conditional(NoBrokerConfigured.class)
    EmbeddedBroker broker(SampleSettings settings) {
        return EmbeddedBroker.start(Path.of(settings.broker().data()), EmbeddedBroker.URL);
    }

    static final class NoBrokerConfigured implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            String url = context.getEnvironment().getProperty("sms.broker.url", "").strip();
            return url.isEmpty() || url.equals(EmbeddedBroker.URL);
        }
    }
}
