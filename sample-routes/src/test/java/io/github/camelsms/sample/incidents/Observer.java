package io.github.camelsms.sample.incidents;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.test.AlertRules;
import io.github.camelsms.test.PrometheusEvaluation;
import io.github.camelsms.test.PrometheusEvaluation.Series;

/**
 * Reads metrics and health of an application once a second, as Prometheus does once a minute: each second counts as a
 * minute for the alert rules, and the metrics in seconds are scaled accordingly. Thread-safe.
 */
final class Observer implements AutoCloseable {

    private static final int SCALE = 60;
    /**
     * Of the component's metrics. Not of those of the virtual machine: a single garbage collection takes a large share
     * of a second, but not of the minute that it counts as.
     */
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(camel_sms_\\w+)(?:\\{(.*)})? (\\S+)$");
    private static final String TIME = "_timestamp_seconds";
    /** Longer than an application takes beside five others that start. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final AlertRules rules = new AlertRules();
    private final Map<Map<String, String>, List<Double>> samples = new HashMap<>();
    /** Names of the checks that were down, for each minute. */
    private final List<Set<String>> down = new ArrayList<>();
    /** Alerts that fired, for each minute. */
    private final List<Set<String>> firing = new ArrayList<>();
    private final double began;
    private final long beganNanos = System.nanoTime();
    private volatile String url;
    private volatile double clockError;

    /** @param url address of the operations page */
    Observer(String url) {
        this.url = url;
        this.began = System.currentTimeMillis() / 1000.0;
        scheduler.scheduleWithFixedDelay(this::observe, 0, 1, TimeUnit.SECONDS);
    }

    /** Observes the application at another address, after a restart. */
    void moveTo(String newUrl) {
        url = newUrl;
    }

    /** Sets its clock, by which the age of metrics is calculated, back by this time. */
    void setClockBack(Duration duration) {
        clockError = duration.toSeconds();
    }

    /** Returns the minute at which something was, or will be, observed. */
    int minute(long nanos) {
        return (int) TimeUnit.NANOSECONDS.toSeconds(nanos - beganNanos) + 1;
    }

    private void observe() {
        String metrics = get("observe/metrics");
        String health = get("observe/health");
        synchronized (this) {
            // A response can take longer than a second, and holds for all of them.
            int minute = Math.max(down.size(), minute(System.nanoTime()) - 1);
            Set<String> checks = checksDown(health);
            while (down.size() <= minute) {
                add(metrics, down.size(), minute - down.size());
                down.add(checks);
            }
            List<Series> series = series();
            while (firing.size() < down.size()) {
                firing.add(firing(rules.evaluate(series, firing.size())));
            }
        }
    }

    /** Adds the samples of a minute, in which times were earlier by this number of minutes. */
    private void add(String metrics, int minute, int earlier) {
        add(minute, new TreeMap<>(Map.of(PrometheusEvaluation.NAME, "up")), metrics.isEmpty() ? 0 : 1);
        for (Matcher sample = SAMPLE.matcher(metrics); sample.find();) {
            Map<String, String> labels = PrometheusEvaluation.labelsOf(sample.group(2) == null ? "" : sample.group(2));
            String name = sample.group(1);
            labels.put(PrometheusEvaluation.NAME, name);
            double value = scaled(name, Double.parseDouble(sample.group(3)));
            add(minute, labels, name.endsWith(TIME) ? value - earlier * SCALE : value);
        }
    }

    private void add(int minute, Map<String, String> labels, double value) {
        labels.put("job", "camel-sms");
        labels.put("instance", "sample");
        List<Double> values = samples.computeIfAbsent(labels, key -> new ArrayList<>());
        while (values.size() < minute) {
            values.add(null);
        }
        values.add(value);
    }

    private double scaled(String name, double value) {
        if (name.endsWith(TIME)) {
            return (value - began) * SCALE + clockError;
        }
        return name.contains("_seconds") ? value * SCALE : value;
    }

    private String get(String path) {
        try {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE).build(),
                    BodyHandlers.ofString());
            return response.body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static Set<String> checksDown(String health) {
        Set<String> names = new TreeSet<>();
        try {
            for (JsonNode check : JSON.readTree(health).path("checks")) {
                if (check.path("status").asText().equals("DOWN")) {
                    names.add(check.path("name").asText());
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("health is not JSON: " + health, e);
        }
        return names;
    }

    private static Set<String> firing(List<Map<String, String>> alerts) {
        return alerts.stream().filter(labels -> labels.get("alertstate").equals("firing"))
                .map(labels -> labels.get("alertname")).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the first minute from this one on in which an alert fired, by alert. */
    synchronized Map<String, Integer> fired(int fromMinute) {
        return first(firing, fromMinute);
    }

    /** Returns the alerts that fire now. */
    synchronized Set<String> firing() {
        return last(firing);
    }

    /** Returns what was observed, as Prometheus would keep it. */
    synchronized List<Series> series() {
        return samples.entrySet().stream().map(each -> new Series(each.getKey(), new ArrayList<>(each.getValue()))).toList();
    }

    /** Returns the last minute that was observed, -1 if none was. */
    synchronized int lastMinute() {
        return down.size() - 1;
    }

    /** Returns the checks that were down, by the first minute from this one on. */
    synchronized Map<String, Integer> down(int fromMinute) {
        return first(down, fromMinute);
    }

    /** Returns the checks that are down now. */
    synchronized Set<String> downNow() {
        return last(down);
    }

    private static Map<String, Integer> first(List<Set<String>> namesByMinute, int fromMinute) {
        Map<String, Integer> first = new TreeMap<>();
        for (int minute = fromMinute; minute < namesByMinute.size(); minute++) {
            for (String name : namesByMinute.get(minute)) {
                first.putIfAbsent(name, minute);
            }
        }
        return first;
    }

    private static Set<String> last(List<Set<String>> namesByMinute) {
        return namesByMinute.isEmpty() ? Set.of() : namesByMinute.get(namesByMinute.size() - 1);
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
