package io.github.camelsms;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the TLS parameters of endpoints.
 */
class GlobalTlsTest {

    private final CamelContext context = new DefaultCamelContext();
    private final SSLContextParameters global = new SSLContextParameters();
    private final SSLContextParameters own = new SSLContextParameters();

    @BeforeEach
    void configure() {
        context.setSSLContextParameters(global);
        context.getRegistry().bind("ownTls", own);
        SmsConfiguration options = component().getConfiguration();
        options.setBaseUrl("https://sms.example.com");
        options.setUsername("demo");
        options.setPassword("demo");
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void endpoint_useGlobalParametersFalse_hasNoParameters() {
        assertThat(parameters("sms:send")).isNull();
    }

    @Test
    void endpoint_useGlobalParametersTrue_usesGlobalParameters() {
        component().setUseGlobalSslContextParameters(true);
        assertThat(parameters("sms:send")).isSameAs(global);
    }

    @Test
    void endpoint_ownParameters_usesThem() {
        component().setUseGlobalSslContextParameters(true);
        assertThat(parameters("sms:send?sslContextParameters=#ownTls")).isSameAs(own);
    }

    private SmsComponent component() {
        return context.getComponent("sms", SmsComponent.class);
    }

    private @Nullable Object parameters(String uri) {
        return context.getEndpoint(uri, SmsEndpoint.class).getConfiguration().getSslContextParameters();
    }
}
