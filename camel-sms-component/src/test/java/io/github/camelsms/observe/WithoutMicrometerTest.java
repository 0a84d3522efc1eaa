package io.github.camelsms.observe;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for an application without Micrometer on its class path.
 */
class WithoutMicrometerTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    private final Thread thread = Thread.currentThread();
    private final ClassLoader ofTheBuild = thread.getContextClassLoader();
    private final URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());

    @BeforeEach
    void enter() {
        thread.setContextClassLoader(loader);
    }

    @AfterEach
    void leave() throws IOException {
        thread.setContextClassLoader(ofTheBuild);
        loader.close();
    }

    @Test
    void component_withoutMicrometer_startsAndSends() throws Exception {
        assertThatThrownBy(() -> loader.loadClass("io.micrometer.core.instrument.MeterRegistry"))
                .isInstanceOf(ClassNotFoundException.class);
        Class<?> application = loader.loadClass(OneMessage.class.getName());
        assertThat(application).isNotSameAs(OneMessage.class);
        assertThat(application.getMethod("send", String.class).invoke(null, SMS.baseUrl())).isEqualTo("ACCEPTED");
    }

    private static URL[] classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("micrometer")).map(WithoutMicrometerTest::url).toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
