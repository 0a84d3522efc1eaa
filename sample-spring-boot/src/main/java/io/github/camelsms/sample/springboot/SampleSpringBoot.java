package io.github.camelsms.sample.springboot;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/**
 * The sample routes as a Spring Boot application: runs until it is stopped, or, with the profile <code>demo</code>,
 * until each message of the demonstration has its outcome.
 */
@SpringBootApplication
@ConfigurationPropertiesScan
public class SampleSpringBoot {

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(SampleSpringBoot.class)
                .initializers(new SettingsCheck(), new EmbeddedSimulator()).run(arguments);
    }
}
