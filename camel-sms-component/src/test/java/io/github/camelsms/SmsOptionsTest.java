package io.github.camelsms;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.text.SmsLongMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.InterceptSendToMockEndpointStrategy;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.support.PropertyBindingSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for options: startup errors name the problem, and each way to set an option works.
 */
class SmsOptionsTest {

    private static final String CANARY = "canary-9431";

    private final CamelContext context = new DefaultCamelContext();

    @BeforeEach
    void configure() {
        SmsConfiguration options = options();
        options.setBaseUrl("http://localhost:9");
        options.setUsername("demo");
        options.setPassword("secret-1");
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    static Stream<Arguments> badOnTheEndpoint() {
        return Stream.of(
                bad("sms:send?batchSize=0", "batchSize=0", "1 to 200"),
                bad("sms:send?batchSize=201", "batchSize=201", "1 to 200"),
                bad("sms:send?requestsPerSecond=0.000001", "requestsPerSecond=1.0E-6", "from 0.00001"),
                bad("sms:send?requestsPerSecond=0", "requestsPerSecond=0", "from 0.00001"),
                bad("sms:send?requestsPerSecond=-1", "requestsPerSecond=-1", "from 0.00001"),
                bad("sms:send?requestsPerSecond=NaN", "requestsPerSecond=NaN", "from 0.00001"),
                bad("sms:send?maxPendingMessages=0", "maxPendingMessages=0", "at least 1"),
                bad("sms:send?requestTimeout=0", "requestTimeout=0", "above zero"),
                bad("sms:send?deliveryTimeout=0", "deliveryTimeout=0", "above zero"),
                bad("sms:send?healthMaxBacklogAge=-1", "healthMaxBacklogAge=-1", "half of deliveryTimeout"),
                bad("sms:status?healthMaxPollAge=-1", "healthMaxPollAge=-1", "multiple of delay"),
                bad("sms:send?numberRegion=Brazil", "numberRegion=Brazil", "ISO 3166", "none"),
                bad("sms:status?query=byDate&zone=Mars/Base", "zone=Mars/Base", "America/Sao_Paulo"),
                bad("sms:send?baseUrl=ftp://example.com", "baseUrl", "'ftp://example.com'", "https://"),
                bad("sms:send?baseUrl=http://sms_sim:8080", "baseUrl", "host name that no URL allows", "underscore"),
                bad("sms:send?baseUrl=http://s\u00e3o-paulo.example", "baseUrl", "host name that no URL allows", "xn--"),
                bad("sms:send?baseUrl=http://example.com:99999", "baseUrl", "99999", "1 to 65535"),
                bad("sms:send?baseUrl=http://example.com:0", "baseUrl", "port 0", "1 to 65535"),
                bad("sms:send?baseUrl=example.com", "baseUrl", "'example.com'", "https://"),
                bad("sms:send?baseUrl=RAW(http://example.com?a=b)", "baseUrl", "that of http://example.com has one",
                        "without query"),
                bad("sms:send?baseUrl=http://example.com/v1", "baseUrl", "must end before /v1", "adds /v1/send"),
                bad("sms:send?baseUrl=http://example.com/v1/", "baseUrl", "must end before /v1", "adds /v1/send"),
                bad("sms:send?baseUrl=http://example.com/api/v1/send", "baseUrl", "must end before /v1", "adds /v1/send"),
                bad("sms:send?baseUrl=RAW(http://exa mple)", "baseUrl", "not an address", "example:"),
                bad("sms:send?connectTimeout=0", "connectTimeout=0", "above zero"),
                bad("sms:send?proxyHost=proxy.example.com", "proxyPort is missing", "belong together"),
                bad("sms:send?proxyPort=3128", "proxyHost is missing", "belong together"),
                bad("sms:send?proxyAuthUsername=u", "proxyHost is missing", "belong together"),
                bad("sms:send?proxyHost=p&proxyPort=3128&proxyAuthUsername=u", "proxyAuthPassword is missing", "together"),
                bad("sms:send?proxyHost=http://p&proxyPort=3128", "proxyHost=http://p", "name or address only"),
                bad("sms:send?proxyHost=p&proxyPort=0", "proxyPort=0", "1 to 65535"),
                bad("sms:send?proxyHost=p&proxyPort=1&proxyAuthScheme=socks", "proxyAuthScheme=socks", "http or https"),
                bad("sms:send?username=a:b", "username", "colon", "check"),
                bad("sms:send?keepHeaders=*", "keepHeaders=*", "names of the headers"),
                bad("sms:send?keepHeaders=id,order*", "keepHeaders=id,order*", "names of the headers"),
                bad("sms:send?keepHeaders=orderId,camelSmsPart", "keepHeaders=orderId,camelSmsPart", "with another name"),
                bad("sms:foo", "sms:foo", "use sms:send, sms:status, sms:results, sms:messages or sms:opt-out"),
                bad("sms:send?batchsizee=3", "batchsizee=3", "spelt"),
                bad("sms:send?pacing=fast", "fast", "pacing"),
                bad("sms:send?longMessage=cut", "cut", "longMessage"),
                bad("sms:send?transliterate=perhaps", "perhaps", "transliterate"));
    }

    private static Arguments bad(String uri, String... said) {
        return Arguments.of(uri, said);
    }

    @ParameterizedTest
    @MethodSource("badOnTheEndpoint")
    void start_invalidEndpointOption_failsNamingOptionValueAndRemedy(String uri, String[] said) {
        assertThat(failureOf(uri)).contains(said);
    }

    static Stream<Arguments> badOnTheComponent() {
        return Stream.of(
                Arguments.of(set(options -> options.setBaseUrl(null)), "baseUrl is missing"),
                Arguments.of(set(options -> options.setBaseUrl(" ")), "baseUrl is missing"),
                Arguments.of(set(options -> options.setUsername(null)), "username is missing"),
                Arguments.of(set(options -> options.setPassword(null)), "password is missing"),
                Arguments.of(set(options -> options.setPassword("")), "password is missing"));
    }

    private static Consumer<SmsConfiguration> set(Consumer<SmsConfiguration> setting) {
        return setting;
    }

    @ParameterizedTest
    @MethodSource("badOnTheComponent")
    void start_requiredOptionMissing_failsNamingEndpointAndComponentOption(Consumer<SmsConfiguration> setting, String said) {
        setting.accept(options());
        assertThat(startFailure(from("direct:send", "sms:send"))).contains(said, "camel.component.sms.", "endpoint");
    }

    @Test
    void start_consumerWithoutCredentials_fails() {
        options().setPassword(null);
        assertThat(startFailure(from("sms:status"))).contains("password is missing");
    }

    @Test
    void start_mockedEndpoints_needNoCredentials() throws Exception {
        options().setBaseUrl(null);
        options().setUsername(null);
        options().setPassword(null);
        context.addRoutes(from("direct:send", "sms:send"));
        context.getCamelContextExtension().registerEndpointCallback(new InterceptSendToMockEndpointStrategy("sms:*", true));
        context.start();
        MockEndpoint mock = context.getEndpoint("mock:sms:send", MockEndpoint.class);
        mock.expectedBodiesReceived("hello");
        context.createProducerTemplate().sendBody("direct:send", "hello");
        mock.assertIsSatisfied();
    }

    @ParameterizedTest
    @CsvSource({
            "'\ufeffsegredo-2026\r\n', begins, U+FEFF", "'segredo\u200b', ends, U+200B", "'\u00a0segredo', begins, U+00A0",
            "'segredo\u2060\n', ends, U+2060", "'\u0000s\u0000', contains, U+0000", "'s\u0000egredo', contains, U+0000",
            "'segredo\u001a', ends, U+001A" })
    void start_invisibleCharacterInCredentials_failsNamingIt(String secret, String where, String character) {
        options().setPassword(secret);
        assertThat(failureOf("sms:send")).contains("Option password " + where, character).doesNotContain("egredo");
        options().setPassword("secret-1");
        options().setUsername(secret);
        assertThat(failureOf("sms:send")).contains("Option username " + where, character);
    }

    @Test
    void start_passwordFileWithAByteOrderMark_failsNamingIt(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("secret.txt"),
                new byte[] { (byte) 0xef, (byte) 0xbb, (byte) 0xbf, 's', '\r', '\n' });
        options().setPassword(Files.readString(file));
        assertThat(failureOf("sms:send")).contains("Option password begins with the invisible character U+FEFF")
                .contains("save that as UTF-8 without a byte order mark");
    }

    @Test
    void start_credentialsInTheComponentUrl_failsWithoutShowingThem() {
        options().setBaseUrl("https://demo:" + CANARY + "@sms.example.com");
        assertThat(failureOf("sms:send")).contains("baseUrl contains credentials", "username and password")
                .doesNotContain(CANARY);
    }

    @Test
    void start_credentialsInTheProxyAddress_failsWithoutShowingThem() {
        options().setProxyHost("http://me:" + CANARY + "@proxy.example.com");
        options().setProxyPort(3128);
        assertThat(failureOf("sms:send")).contains("proxyHost contains credentials", "proxyAuthUsername")
                .doesNotContain(CANARY);
    }

    @Test
    void start_credentialsInTheEndpointUrl_failsWithoutShowingThem() {
        assertThat(failureOf("sms:send?baseUrl=https://demo:" + CANARY + "@sms.example.com"))
                .contains("baseUrl contains credentials").doesNotContain(CANARY);
    }

    @ParameterizedTest
    @MethodSource
    void password_blanks_areKeptAndLineEndsAreRemoved(String given, String expected) {
        options().setPassword(given);
        SmsEndpoint endpoint = context.getEndpoint("sms:send", SmsEndpoint.class);
        assertThat(endpoint.user().service().password()).isEqualTo(expected);
    }

    static Stream<Arguments> password_blanks_areKeptAndLineEndsAreRemoved() {
        return Stream.of(
                Arguments.of(" secret 1 ", " secret 1 "), Arguments.of("\tsecret-1\t", "\tsecret-1\t"),
                Arguments.of("secret-1\n", "secret-1"), Arguments.of("secret-1 \r\n", "secret-1 "),
                Arguments.of("secret-1\n\n", "secret-1"), Arguments.of("secret\n1", "secret\n1"));
    }

    @Test
    void username_lineEnd_isRemoved() {
        options().setUsername("demo\r\n");
        SmsEndpoint endpoint = context.getEndpoint("sms:send", SmsEndpoint.class);
        assertThat(endpoint.user().service().username()).isEqualTo("demo");
        assertThat(endpoint.getServiceMetadata()).containsEntry("username", "demo");
    }

    static Stream<String> addressesWithSecrets() {
        return Stream.of(
                "https://sms.example.com/?key=" + CANARY, "https://sms.example.com/#" + CANARY, "ftp://a:" + CANARY + "@h",
                "demo:" + CANARY + "@sms.example.com", "https:" + CANARY, "http:///" + CANARY, "https://h:" + CANARY,
                "https://exa mple?" + CANARY);
    }

    @ParameterizedTest
    @MethodSource("addressesWithSecrets")
    void start_secretInAnInvalidComponentUrl_failsWithoutShowingIt(String address) {
        options().setBaseUrl(address);
        assertThat(failureOf("sms:send")).contains("Option baseUrl ").doesNotContain(CANARY);
    }

    @ParameterizedTest
    @MethodSource("addressesWithSecrets")
    void getServiceUrl_secretInTheUrl_doesNotShowIt(String address) {
        SmsEndpoint endpoint = context.getEndpoint("sms:send", SmsEndpoint.class);
        endpoint.getConfiguration().setBaseUrl(address);
        assertThat(endpoint.getServiceUrl()).isNotBlank().doesNotContain(CANARY);
    }

    @Test
    void start_httpToARemoteHostWithRequireHttps_failsNamingOptionValueAndRemedy() {
        options().setRequireHttps(true);
        assertThat(failureOf("sms:send?baseUrl=http://sms.example.com/api"))
                .contains("requireHttps=true", "http://sms.example.com", "unencrypted", "https address");
    }

    @Test
    void start_loopbackOrHttpsWithRequireHttps_starts() throws Exception {
        options().setRequireHttps(true);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("sms:send?baseUrl=https://sms.example.com");
                from("direct:other").to("sms:send?baseUrl=http://localhost:9");
            }
        });
        context.start();
        assertThat(context.getRoutes()).hasSize(2);
    }

    @Test
    void start_httpAndHttpsOfOneHost_failsNamingBoth() {
        assertThatThrownBy(() -> {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:one").to("sms:send?baseUrl=https://sms.example.com");
                    from("direct:other").to("sms:send?baseUrl=http://sms.example.com");
                }
            });
            context.start();
        }).rootCause().hasMessageContainingAll("baseUrl", "https://sms.example.com", "http://sms.example.com", "one account");
    }

    @Test
    void start_defaultPortInOneAddress_isTheSameAccount() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("sms:send?baseUrl=https://sms.example.com");
                from("direct:other").to("sms:send?baseUrl=https://sms.example.com:443/");
            }
        });
        context.start();
        assertThat(context.getComponent("sms", SmsComponent.class).getAccounts()).hasSize(1);
    }

    @Test
    void start_percentEncodingsInLowerCase_areTheSameAccount() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("sms:send?baseUrl=RAW(https://sms.example.com/s%c3%a3o)");
                from("direct:other").to("sms:send?baseUrl=RAW(https://sms.example.com/s%C3%A3o)");
            }
        });
        context.start();
        assertThat(context.getComponent("sms", SmsComponent.class).getAccounts()).hasSize(1);
    }

    /** A request line is ASCII (RFC 9112). */
    @Test
    void baseUrl_pathWithOtherLetters_isEncoded() {
        SmsEndpoint endpoint = context.getEndpoint("sms:send?baseUrl=RAW(http://localhost:9/são%20paulo/)", SmsEndpoint.class);
        assertThat(endpoint.user().service().baseUrl()).hasToString("http://localhost:9/s%C3%A3o%20paulo");
    }

    @Test
    void start_consumerOfSend_failsNamingTheAlternative() {
        assertThat(startFailure(from("sms:send"))).contains("sms:send cannot be consumed from", "to(\"sms:send\")");
    }

    @Test
    void receive_consumerTemplateOnSend_failsNamingTheAlternative() throws Exception {
        context.start();
        try (ConsumerTemplate template = context.createConsumerTemplate()) {
            assertThatThrownBy(() -> template.receive("sms:send", 1)).rootCause()
                    .hasMessageContainingAll("sms:send cannot be consumed from", "to(\"sms:send\")");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "0", "-1" })
    void consumer_delayIsNotPositive_failsAtStart(String delay) {
        assertThat(startFailure(from("sms:status?delay=" + delay))).contains("delay=" + delay, "above zero");
    }

    @Test
    void start_consumerByDate_failsNamingTheAlternative() {
        assertThat(startFailure(from("sms:status?query=byDate"))).contains("query=byDate", "CamelSmsDate");
    }

    @ParameterizedTest
    @CsvSource({
            "requestsPerSecond=1,requestsPerSecond=2,requestsPerSecond", "pacing=adaptive,pacing=strict,pacing",
            "maxPendingMessages=10,maxPendingMessages=11,maxPendingMessages",
            "requestTimeout=1000,requestTimeout=2000,requestTimeout" })
    void start_endpointsOfOneAccountDisagree_failsNamingBothValues(String one, String other, String option) {
        String failure = startFailure(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("sms:send?" + one);
                from("direct:other").to("sms:send?" + other);
            }
        });
        assertThat(failure).contains("Option " + option, "sms://send?" + one, "sms://send?" + other, "on the component");
    }

    /** Otherwise an endpoint that sets another value than the account would silently follow it. */
    @ParameterizedTest
    @CsvSource({
            "requestsPerSecond,2,", "pacing,strict,", "batchSize,2,", "maxPendingMessages,2,", "maxRequestsInFlight,2,",
            "whenQueueFull,fail,", "reconcile,false,", "reconcileAfter,2,", "reconcileFor,2,", "whenNotFound,resend,",
            "zone,UTC,", "requestTimeout,2,", "connectTimeout,2,", "useSystemProperties,true,", "sslContextParameters,,",
            "httpClientConfigurer,,", "proxyHost,localhost,", "proxyPort,2,proxyHost", "proxyAuthScheme,https,proxyHost",
            "proxyAuthUsername,a,proxyHost", "proxyAuthPassword,a,proxyHost", "nonProxyHosts,a,proxyHost" })
    void endpoint_setsAnOptionOfTheAccount_isExplicit(String option, String value, String name) {
        SmsComponent component = context.getComponent("sms", SmsComponent.class);
        SmsEndpoint endpoint = new SmsEndpoint("sms:send", component, SmsResource.send, new SmsConfiguration());

        component.getEndpointPropertyConfigurer().configure(context, endpoint, option, value, true);

        assertThat(endpoint.getConfiguration().explicit()).containsExactly(name == null ? option : name);
    }

    @Test
    void start_passwordsOfOneAccountDisagree_failsShowingNeither() {
        String failure = startFailure(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("sms:send?password=" + CANARY);
                from("direct:other").to("sms:send?password=" + CANARY + "2");
            }
        });
        assertThat(failure).contains("Option password").doesNotContain(CANARY);
    }

    @Test
    void start_endpointsOfTwoAccountsDiffer_succeeds() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("sms:send?username=one&batchSize=10");
                from("direct:other").to("sms:send?username=other&batchSize=20");
            }
        });
        context.start();
        assertThat(context.getRoutes()).hasSize(2);
    }

    @Test
    void options_ofTheEndpoint_overrideThoseOfTheComponent() {
        options().setBatchSize(50);
        options().setDeliveryTimeout(1_000);
        SmsEndpoint endpoint = context.getEndpoint("sms:send?batchSize=7&requestTimeout=5s", SmsEndpoint.class);
        assertThat(endpoint.getConfiguration().getBatchSize()).isEqualTo(7);
        assertThat(endpoint.getConfiguration().getRequestTimeout()).isEqualTo(5_000);
        assertThat(endpoint.getConfiguration().getDeliveryTimeout()).isEqualTo(1_000);
        assertThat(options().getBatchSize()).isEqualTo(50);
    }

    @ParameterizedTest
    @CsvSource({ "batchSize,requestsPerSecond,requestTimeout", "batch-size,requests-per-second,request-timeout" })
    void options_boundToTheComponent_acceptCamelAndKebabCase(String batchSize, String rate, String timeout) {
        SmsComponent component = context.getComponent("sms", SmsComponent.class);
        PropertyBindingSupport.build().withCamelContext(context).withTarget(component)
                .withConfigurer(component.getComponentPropertyConfigurer())
                .withProperty(batchSize, "33").withProperty(rate, "2.5").withProperty(timeout, "12s")
                .withRemoveParameters(false).withMandatory(true).withIgnoreCase(true).bind();
        assertThat(component.getConfiguration().getBatchSize()).isEqualTo(33);
        assertThat(component.getConfiguration().getRequestsPerSecond()).isEqualTo(2.5);
        assertThat(component.getConfiguration().getRequestTimeout()).isEqualTo(12_000);
    }

    @Test
    void main_componentProperties_areSetOnTheComponent() throws Exception {
        try (SmsSimulator simulator = SmsSimulator.builder().build().start()) {
            Main main = main();
            main.addInitialProperty("camel.component.sms.base-url", simulator.baseUrl());
            main.addInitialProperty("camel.component.sms.pacing", "strict");
            main.addInitialProperty("camel.component.sms.long-message", "split");
            main.addInitialProperty("camel.component.sms.transliterate", "true");
            main.addInitialProperty("camel.component.sms.delivery-timeout", "2m");
            main.addInitialProperty("camel.component.sms.maxPendingMessages", "77");
            try {
                main.start();
                SmsConfiguration set = main.getCamelContext().getComponent("sms", SmsComponent.class).getConfiguration();
                assertThat(set.getPacing()).isEqualTo(Pacing.strict);
                assertThat(set.getLongMessage()).isEqualTo(SmsLongMessage.split);
                assertThat(set.isTransliterate()).isTrue();
                assertThat(set.getDeliveryTimeout()).isEqualTo(120_000);
                assertThat(set.getMaxPendingMessages()).isEqualTo(77);
                main.getCamelTemplate().requestBodyAndHeader("sms:send", "hello", "CamelSmsDestination", "11987654321");
                assertThat(simulator.messages()).hasSize(1);
            } finally {
                main.stop();
            }
        }
    }

    @Test
    void main_misspelledComponentProperty_failsNamingIt() {
        Main main = main();
        main.addInitialProperty("camel.component.sms.batch-sice", "10");
        try {
            assertThatThrownBy(main::start).hasStackTraceContaining("camel.component.sms.batchSice");
        } finally {
            main.stop();
        }
    }

    private static Main main() {
        Main main = QuietMain.create();
        main.addInitialProperty("camel.component.sms.username", "demo");
        main.addInitialProperty("camel.component.sms.password", "demo");
        return main;
    }

    private SmsConfiguration options() {
        return context.getComponent("sms", SmsComponent.class).getConfiguration();
    }

    private static RouteBuilder from(String uri, String to) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).to(to);
            }
        };
    }

    private static RouteBuilder from(String uri) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).to("mock:end");
            }
        };
    }

    /** Returns the one-line message of the exception when an invalid endpoint is created. */
    private String failureOf(String uri) {
        return line(catchThrowable(() -> context.getEndpoint(uri)));
    }

    private String startFailure(RouteBuilder routes) {
        return line(catchThrowable(() -> {
            context.addRoutes(routes);
            context.start();
        }));
    }

    private static String line(Throwable failure) {
        assertThat(failure).isNotNull();
        assertThat(failure.getMessage()).doesNotContain("\n");
        return String.valueOf(failure.getMessage());
    }
}
