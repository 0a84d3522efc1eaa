package io.github.camelsms;

import java.io.File;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that this build runs on the Camel version and the kind of threads that its command selected.
 */
class RuntimeTest {

    private static final String CAMEL_VERSION = Objects.requireNonNull(System.getProperty("camel.version.of.the.tests"));
    /** Libraries of which the classpath must contain one version only. */
    private static final Pattern FOUNDATION = Pattern.compile(
            "camel-(api|base|base-engine|core-engine|core-model|core-processor|support|util|http|jackson|health"
                                                              + "|main|quartz)-[0-9].*\\.jar");

    @Test
    void getVersion_context_isTheTestedVersion() throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            assertThat(context.getVersion()).isEqualTo(CAMEL_VERSION);
        }
    }

    @Test
    void camelJars_onTheClassPath_haveThatVersionOnly() {
        assertThat(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> new File(entry).getName()).filter(FOUNDATION.asMatchPredicate()))
                .hasSize(13).allMatch(jar -> jar.endsWith("-" + CAMEL_VERSION + ".jar"));
    }

    @Test
    void threadPool_virtualThreadsEnabled_usesVirtualThreads() throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            context.start();
            ExecutorService pool = context.getExecutorServiceManager().newCachedThreadPool(this, "RuntimeTest");

            String thread = pool.submit(() -> Thread.currentThread().toString()).get();

            assertThat(thread.startsWith("VirtualThread[")).isEqualTo(Boolean.getBoolean("camel.threads.virtual.enabled"));
        }
    }
}
