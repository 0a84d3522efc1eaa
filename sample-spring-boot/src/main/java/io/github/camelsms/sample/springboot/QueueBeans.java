package io.github.camelsms.sample.springboot;

import java.nio.file.Path;

import io.github.camelsms.sample.jms.BrokerConnections;
import io.github.camelsms.sample.jms.EmbeddedBroker;
import io.github.camelsms.sample.jms.QueueNames;
import io.github.camelsms.sample.jms.QueueRoutes;
import io.github.camelsms.sample.jms.SmsQueue;
import io.github.camelsms.sample.run.SystemClock;
import io.github.camelsms.sample.tally.Tally;
import jakarta.jms.ConnectionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

import org.apache.camel.component.jms.JmsComponent;

/**
 * The queue route, what it calls, and the broker.
 */
@Configuration(proxyBeanMethods = false)
class QueueBeans {

    @Bean
    QueueRoutes queueRoutes() {
        return new QueueRoutes();
    }

    @Bean
    SmsQueue smsQueue(SampleSettings settings, Tally tally) {
        SampleSettings.Jms jms = settings.jms();
        QueueNames queues = new QueueNames(jms.outbox(), jms.results(), jms.rejected(), jms.unknown());
        return new SmsQueue(queues, jms.batchSize(), jms.redeliveryDelay(), new SystemClock(), tally);
    }

    @Bean
    JmsComponent jms(ConnectionFactory connections) {
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(connections);
        // The session's own transaction is enough: nothing but the queues takes part in it.
        jms.setLazyCreateTransactionManager(false);
        jms.setTestConnectionOnStartup(true);
        return jms;
    }

    /** Takes the embedded broker only so that it is started before and closed after its connections. */
    @Bean
    ConnectionFactory connections(SampleSettings settings, ObjectProvider<EmbeddedBroker> embedded) {
        embedded.ifAvailable(broker -> {
        });
        SampleSettings.Broker broker = settings.broker();
        return BrokerConnections.to(broker.url(), broker.username(), broker.password());
    }

    @Bean
    @Conditional(NoBrokerConfigured.class)
    EmbeddedBroker broker(SampleSettings settings) {
        return EmbeddedBroker.start(Path.of(settings.broker().data()));
    }

    static final class NoBrokerConfigured implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            String url = context.getEnvironment().getProperty("sms.broker.url", "").strip();
            return url.isEmpty() || url.equals(EmbeddedBroker.URL);
        }
    }
}
