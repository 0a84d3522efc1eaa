package io.github.camelsms.docs;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.InMemoryMessageStore;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/**
 * A Prometheus scrape of the component in a Camel Main application, over HTTP.
 *
 * @param text    the response of <code>/observe/metrics</code>
 * @param samples samples of the component
 * @param meters  the component's meters in the application's registry, at the same time
 */
record PrometheusScrape(String text, List<Sample> samples, List<Meter> meters) {

    /** Number, text and password that the application has processed. */
    static final List<String> SECRETS = List.of("71976543210", "canary-text-4471", "canary-password-9934");

    private static final Pattern HELP = Pattern.compile("(?m)^# HELP (camel_sms_\\w+) (.*)$");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(camel_sms_\\w+)\\{(.*)} (\\S+)$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** A sample: name, labels and value. */
    record Sample(String name, Map<String, String> labels, double value) {
    }

    /** Returns the scrape of an application that has sent a message and polls statuses; shared by all tests. */
    static PrometheusScrape taken() {
        return Taken.SCRAPE;
    }

    /** Returns the names of the samples, each with its labels. */
    Map<String, Set<String>> labels() {
        return samples.stream().collect(
                Collectors.toMap(Sample::name, sample -> new TreeSet<>(sample.labels().keySet()), (one, other) -> one));
    }

    /** Returns the values of a label in all samples of a name. */
    Set<String> values(String name, String label) {
        return samples.stream().filter(sample -> sample.name().equals(name)).map(sample -> sample.labels().get(label))
                .filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names of the metrics, each with its help. */
    Map<String, String> helps() {
        Map<String, String> helps = new HashMap<>();
        for (Matcher help = HELP.matcher(text); help.find();) {
            helps.put(help.group(1), help.group(2));
        }
        return helps;
    }

    private static final class Taken {

        static final PrometheusScrape SCRAPE = take();
    }

    private static PrometheusScrape take() {
        SmsSimulator service = SmsSimulator.builder().username("demo").password(SECRETS.get(2)).build().start();
        Main main = new Main();
        try {
            int port = freePort();
            main.setOverrideProperties(properties(service.baseUrl(), port));
            main.bind("messageStore", new InMemoryMessageStore(InstantSource.system()));
            main.configure().addRoutesBuilder(routes());
            main.start();
            main.getCamelTemplate().sendBodyAndHeader("direct:send", SECRETS.get(1), "CamelSmsDestination", SECRETS.get(0));
            return of(port, main.getCamelContext().getRegistry().findSingleByType(MeterRegistry.class));
        } catch (Exception e) {
            throw new IllegalStateException("the application cannot be read", e);
        } finally {
            main.stop();
            service.stop();
        }
    }

    /** With port 0, Camel's server selects a free port but does not report it. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static PrometheusScrape of(int port, MeterRegistry registry) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/observe/metrics")).build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("/observe/metrics responded with status " + response.statusCode());
        }
        List<Meter> meters = registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("camel.sms.")).toList();
        return new PrometheusScrape(response.body(), samples(response.body()), meters);
    }

    private static List<Sample> samples(String text) {
        List<Sample> samples = new ArrayList<>();
        for (Matcher line = SAMPLE.matcher(text); line.find();) {
            Map<String, String> labels = new HashMap<>();
            for (Matcher label = LABEL.matcher(line.group(2)); label.find();) {
                labels.put(label.group(1), label.group(2));
            }
            samples.add(new Sample(line.group(1), labels, Double.parseDouble(line.group(3).replace("+Inf", "Infinity"))));
        }
        return samples;
    }

    private static Properties properties(String baseUrl, int port) {
        Properties properties = new Properties();
        properties.putAll(
                Map.of(
                        "camel.component.sms.base-url", baseUrl, "camel.component.sms.username", "demo",
                        "camel.component.sms.password", SECRETS.get(2), "camel.management.enabled", "true",
                        "camel.management.port", String.valueOf(port), "camel.management.metrics-enabled", "true",
                        "camel.metrics.enabled",
                        "true", "camel.main.shutdown-timeout", "5"));
        return properties;
    }

    private static RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send");
                from("sms:status?initialDelay=0").to("mock:statuses");
            }
        };
    }
}
