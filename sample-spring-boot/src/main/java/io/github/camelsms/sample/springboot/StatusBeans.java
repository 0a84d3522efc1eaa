package io.github.camelsms.sample.springboot;

import java.nio.file.Path;

import io.github.camelsms.sample.status.SmsStatuses;
import io.github.camelsms.sample.status.StatusRoutes;
import io.github.camelsms.sample.status.StatusesFile;
import io.github.camelsms.sample.tally.Tally;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The status routes, what they call, and the counts of what became of the messages.
 */
@Configuration(proxyBeanMethods = false)
class StatusBeans {

    @Bean
    StatusRoutes statusRoutes() {
        return new StatusRoutes();
    }

    @Bean
    SmsStatuses smsStatuses(SampleSettings settings, Tally tally) {
        return new SmsStatuses(new StatusesFile(Path.of(settings.status().file())), tally);
    }

    @Bean
    Tally tally() {
        return new Tally();
    }
}
