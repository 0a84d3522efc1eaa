package io.github.camelsms.observe;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for an application without Micrometer or OpenTelemetry on its classpath.
 */
class OptionalLibrariesTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    private final Thread thread = Thread.currentThread();
    private final ClassLoader ofTheBuild = thread.getContextClassLoader();
    private @Nullable URLClassLoader loader;

    @AfterEach
    void leave() throws IOException {
        thread.setContextClassLoader(ofTheBuild);
        if (loader != null) {
            loader.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
            "micrometer, io.micrometer.core.instrument.MeterRegistry",
            "opentelemetry, io.opentelemetry.api.trace.Tracer" })
    void component_libraryMissing_startsAndSends(String library, String className) throws Exception {
        Class<?> application = applicationWithout(library);

        assertThatThrownBy(() -> application.getClassLoader().loadClass(className))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(application.getMethod("send", String.class).invoke(null, SMS.baseUrl())).isEqualTo("ACCEPTED");
    }

    /** The component cannot use a library that its own class loader does not find. */
    @Test
    void tracing_onlyTheApplicationFindsOpenTelemetry_tracesNothing() throws Exception {
        Class<?> application = applicationWithout("opentelemetry");

        assertThat(application.getMethod("traces", ClassLoader.class).invoke(null, ofTheBuild)).isEqualTo(false);
    }

    private Class<?> applicationWithout(String library) throws ClassNotFoundException {
        URLClassLoader created = new URLClassLoader(classPathWithout(library), ClassLoader.getPlatformClassLoader());
        loader = created;
        thread.setContextClassLoader(created);
        Class<?> application = created.loadClass(OneMessage.class.getName());
        assertThat(application).isNotSameAs(OneMessage.class);
        return application;
    }

    private static URL[] classPathWithout(String library) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains(library)).map(OptionalLibrariesTest::url).toArray(URL[]::new);
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
