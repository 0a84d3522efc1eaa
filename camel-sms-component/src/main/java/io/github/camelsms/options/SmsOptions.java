package io.github.camelsms.options;

import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import io.github.camelsms.SmsCompleteOn;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsWhenNotFound;
import io.github.camelsms.SmsWhenQueueFull;
import io.github.camelsms.account.AccountUser;
import io.github.camelsms.client.ConnectionSettings;
import io.github.camelsms.client.ShownAddress;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.stored.ReconciliationSettings;
import io.github.camelsms.model.Nanos;
import io.github.camelsms.text.NumberRules;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

/**
 * Validation of an endpoint's options and conversion to the settings of client and engine. Each error names the option,
 * its value and the remedy.
 */
public final class SmsOptions {

    private static final String OWN_PREFIX = "CamelSms";
    private static final int MAX_BATCH_SIZE = 200;
    private static final double MIN_RATE = 0.00001;
    private static final int MAX_PORT = 65_535;

    /** The client has connections for this number of send requests. */
    public static final int MAX_IN_FLIGHT = 64;

    private static final Duration RESPONSE_MARGIN = Duration.ofSeconds(30);

    private static final double NANOS_PER_SECOND = 1e9;

    /** Path that the component adds, in a base URL. */
    private static final Pattern SERVICE_PATH = Pattern.compile("/v1(/(send|status)(/.*)?)?\\z");
    private static final Pattern PERCENT_ENCODED = Pattern.compile("%[0-9a-fA-F]{2}");
    private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n]+\\z");

    private static final Pattern HOST = Pattern.compile("[^\\s/@]+");

    private SmsOptions() {
    }

    /** Validates what is set. Missing credentials are reported when a producer or consumer starts. */
    public static void validate(SmsConfiguration options) {
        if (isComplete(options)) {
            service(options);
        } else if (isGiven(options.getBaseUrl())) {
            baseUrl(options.getBaseUrl());
        }
        requestTimeout(options);
        connection(options);
        engine(options);
        zone(options);
        numbers(options);
        require(options.getReconcileAfter() >= 0, "reconcileAfter", options.getReconcileAfter(),
                "give a duration, for example 30s");
        require(options.getReconcileFor() >= 1, "reconcileFor", options.getReconcileFor(),
                "give a duration above zero, for example 1h");
        if (keptHeaders(options).stream().anyMatch(name -> name.contains("*"))) {
            throw new IllegalArgumentException(
                    "Option keepHeaders=" + options.getKeepHeaders()
                                               + " contains a pattern, which matches no header: give the names of the headers, separated by commas");
        }
        if (keptHeaders(options).stream().anyMatch(SmsOptions::isOwnHeader)) {
            throw new IllegalArgumentException(
                    "Option keepHeaders=" + options.getKeepHeaders()
                                               + " contains a CamelSms header. The exchanges of results and statuses set these themselves: copy the value to a header with another name, and keep that one");
        }
        if (options.isJoinTransaction() && options.getCompleteOn() != SmsCompleteOn.stored) {
            throw new IllegalArgumentException(
                    "Option joinTransaction=true requires completeOn=stored, because a message is sent only after the transaction was committed: add completeOn=stored, or remove joinTransaction");
        }
        BigDecimal price = options.getPricePerSegment();
        require(price == null || price.signum() >= 0, "pricePerSegment", String.valueOf(price),
                "give a price of 0 or more, for example 0.08");
        require(options.getDeliveryTimeout() >= 1, "deliveryTimeout", options.getDeliveryTimeout(),
                "give a duration above zero, for example 5m");
        require(options.getHealthMaxBacklogAge() >= 0, "healthMaxBacklogAge", options.getHealthMaxBacklogAge(),
                "give a duration, for example 2m, or 0 for half of deliveryTimeout");
        require(options.getHealthMaxPollAge() >= 0, "healthMaxPollAge", options.getHealthMaxPollAge(),
                "give a duration, for example 15m, or 0 for a multiple of delay");
    }

    /**
     * Returns the account user for an endpoint's producers and consumers.
     *
     * @param name                 the endpoint, for logs
     * @param component            name of its component
     * @param isHealthCheckEnabled whether the account's health check is enabled
     * @param explicit             names of the shared options that the endpoint sets itself
     */
    public static AccountUser user(
            String name, String component, SmsConfiguration options, boolean isHealthCheckEnabled, Set<String> explicit) {
        return new AccountUser(
                name, component, service(options), engine(options), reconciliation(options),
                options.getRequestsPerSecond(), maxBacklogAge(options), maxStoredAge(options), isHealthCheckEnabled,
                Set.copyOf(explicit));
    }

    /** Returns whether address, user name and password are set. */
    public static boolean isComplete(SmsConfiguration options) {
        return isGiven(options.getBaseUrl()) && isGiven(options.getUsername()) && isGiven(options.getPassword());
    }

    private static SmsServiceSettings service(SmsConfiguration options) {
        URI baseUrl = baseUrl(options.getBaseUrl());
        String username = checkedText("username", given("username", options.getUsername()));
        if (username.indexOf(':') >= 0) {
            // RFC 7617: the first colon ends the user name.
            throw new IllegalArgumentException(
                    "Option username contains a colon, which HTTP Basic authentication does not allow: check whether user name and password were joined");
        }
        // Blanks belong to a password. A secret file usually ends with a line end.
        String password = LINE_ENDS.matcher(required("password", options.getPassword())).replaceAll("");
        SmsServiceSettings settings = new SmsServiceSettings(
                baseUrl, username, checkedText("password", password), requestTimeout(options),
                options.getSslContextParameters(),
                connection(options));
        if (options.isRequireHttps() && settings.isClearText()) {
            throw new IllegalArgumentException(
                    "Option requireHttps=true does not allow baseUrl " + ShownAddress.of(baseUrl.toString())
                                               + ", because user name, password and messages would be sent unencrypted: give an https address");
        }
        return settings;
    }

    private static Duration requestTimeout(SmsConfiguration options) {
        require(options.getRequestTimeout() >= 1, "requestTimeout", options.getRequestTimeout(),
                "give a duration above zero, for example 30s");
        return Duration.ofMillis(options.getRequestTimeout());
    }

    /**
     * Rejects credentials with a NUL, or with an invisible character at the beginning or end, which no account has:
     * they come from the encoding of a file, and the service would only say that the password is wrong.
     */
    private static String checkedText(String option, String text) {
        int nul = text.indexOf('\0');
        int first = text.codePointAt(0);
        int last = text.codePointBefore(text.length());
        if (nul >= 0) {
            throw new IllegalArgumentException(
                    "Option " + option + " contains U+0000: its file is probably UTF-16; save it as UTF-8 without a byte order mark");
        }
        if (isInvisible(first) || isInvisible(last)) {
            throw new IllegalArgumentException(
                    "Option " + option + " " + (isInvisible(first) ? "begins" : "ends") + " with the invisible character "
                                               + String.format(Locale.ROOT, "U+%04X", isInvisible(first) ? first : last)
                                               + ": remove it; if it comes from a file, save that as UTF-8 without a byte order mark");
        }
        return text;
    }

    /** Blanks are visible between others, and passwords may begin or end with them. */
    private static boolean isInvisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.FORMAT, Character.CONTROL, Character.SURROGATE, Character.UNASSIGNED, Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                codePoint != '\t';
            case Character.SPACE_SEPARATOR -> codePoint != ' ';
            default -> false;
        };
    }

    private static ConnectionSettings connection(SmsConfiguration options) {
        require(options.getConnectTimeout() >= 1, "connectTimeout", options.getConnectTimeout(),
                "give a duration above zero, for example 5s");
        return new ConnectionSettings(
                Duration.ofMillis(options.getConnectTimeout()), proxy(options), options.isUseSystemProperties(),
                options.getHttpClientConfigurer());
    }

    private static ConnectionSettings.@Nullable Proxy proxy(SmsConfiguration options) {
        String host = options.getProxyHost();
        Integer port = options.getProxyPort();
        String username = options.getProxyAuthUsername();
        String password = options.getProxyAuthPassword();
        if (host == null || port == null) {
            requireTogether("proxyHost", host, "proxyPort", port);
            requireTogether("proxyHost", host, "proxyAuthUsername", username);
            requireTogether("proxyHost", host, "proxyAuthPassword", password);
            return null;
        }
        requireTogether("proxyAuthUsername", username, "proxyAuthPassword", password);
        if (host.contains("@")) {
            throw new IllegalArgumentException(
                    "Option proxyHost contains credentials: remove them, and set proxyAuthUsername and proxyAuthPassword");
        }
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException(
                    "Option proxyHost=" + host + " is not a host: give its name or address only, and its port as proxyPort");
        }
        require(port >= 1 && port <= MAX_PORT, "proxyPort", port, "ports are 1 to " + MAX_PORT);
        String scheme = options.getProxyAuthScheme();
        require(scheme.equals("http") || scheme.equals("https"), "proxyAuthScheme", scheme,
                "give http or https, the protocol to the proxy");
        return new ConnectionSettings.Proxy(host, port, scheme, username, password, options.getNonProxyHosts());
    }

    private static void requireTogether(String first, @Nullable Object value, String second, @Nullable Object other) {
        if ((value == null) != (other == null)) {
            String missing = value == null ? first : second;
            throw new IllegalArgumentException(
                    "Option " + missing + " is missing: " + first + " and " + second + " belong together");
        }
    }

    /** Returns the settings of the account's engine, if the account follows this endpoint. */
    public static EngineSettings engine(SmsConfiguration options) {
        double rate = options.getRequestsPerSecond();
        require(rate >= MIN_RATE && rate <= NANOS_PER_SECOND, "requestsPerSecond", rate,
                "give a number from 0.00001 (about one request per day), for example 1 or 0.5, as agreed with the provider");
        require(options.getBatchSize() >= 1 && options.getBatchSize() <= MAX_BATCH_SIZE, "batchSize",
                options.getBatchSize(), "the service takes 1 to 200 messages in a request");
        require(options.getMaxPendingMessages() >= 1, "maxPendingMessages", options.getMaxPendingMessages(),
                "give a number of at least 1; one that is below batchSize keeps requests from filling");
        require(options.getMaxRequestsInFlight() >= 1 && options.getMaxRequestsInFlight() <= MAX_IN_FLIGHT,
                "maxRequestsInFlight", options.getMaxRequestsInFlight(),
                "give 1 to 64, above the longest time to a response in seconds times requestsPerSecond");
        long interval = Math.max(1, Math.round(NANOS_PER_SECOND / rate));
        return new EngineSettings(
                interval, options.getPacing(), options.getBatchSize(), options.getMaxPendingMessages(),
                options.getMaxRequestsInFlight(), options.getWhenQueueFull() == SmsWhenQueueFull.fail,
                responseTimeout(options.getRequestTimeout()));
    }

    private static ReconciliationSettings reconciliation(SmsConfiguration options) {
        return new ReconciliationSettings(
                options.isReconcile(), Duration.ofMillis(options.getReconcileAfter()),
                Duration.ofMillis(options.getReconcileFor()),
                options.getWhenNotFound() == SmsWhenNotFound.resend, zone(options));
    }

    /**
     * Returns the engine's response timeout. It is longer than the client's timeout, because it only covers lost
     * callbacks.
     */
    private static long responseTimeout(long requestTimeoutMillis) {
        return Nanos.of(Duration.ofMillis(requestTimeoutMillis)) + RESPONSE_MARGIN.toNanos();
    }

    public static ZoneId zone(SmsConfiguration options) {
        try {
            return ZoneId.of(options.getZone());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "Option zone=" + options.getZone()
                                               + " is not a time zone: give an id such as America/Sao_Paulo, UTC or -03:00",
                    e);
        }
    }

    /** Returns how long a message may wait before health is down. */
    private static Duration maxBacklogAge(SmsConfiguration options) {
        long given = options.getHealthMaxBacklogAge();
        return Duration.ofMillis(given > 0 ? given : options.getDeliveryTimeout() / 2);
    }

    /** Returns how long a message may wait in the message store; without a given limit, campaigns may take any time. */
    private static Duration maxStoredAge(SmsConfiguration options) {
        long given = options.getHealthMaxBacklogAge();
        return given > 0 ? Duration.ofMillis(given) : AccountUser.ANY_AGE;
    }

    public static TextRules texts(SmsConfiguration options) {
        return new TextRules(options.getLongMessage(), options.isTransliterate());
    }

    public static NumberRules numbers(SmsConfiguration options) {
        try {
            return NumberRules.of(options.getNumberRegion());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Option numberRegion=" + options.getNumberRegion() + " " + e.getMessage(), e);
        }
    }

    /** Returns the names of the headers that are stored with a message. */
    public static List<String> keptHeaders(SmsConfiguration options) {
        String names = options.getKeepHeaders();
        return names == null
                ? List.of() : Arrays.stream(names.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
    }

    /** Returns whether a header is one of this component. */
    public static boolean isOwnHeader(String name) {
        return name.regionMatches(true, 0, OWN_PREFIX, 0, OWN_PREFIX.length());
    }

    private static URI baseUrl(@Nullable String value) {
        String given = given("baseUrl", value);
        URI uri;
        try {
            uri = URI.create(URI.create(given).toASCIIString());
        } catch (IllegalArgumentException e) {
            throw badBaseUrl("is not an address");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (uri.getRawUserInfo() != null) {
            throw badBaseUrl("contains credentials: use the options username and password, which are not logged");
        }
        boolean isHttp = scheme.equals("http") || scheme.equals("https");
        if (isHttp && uri.getHost() == null && uri.getRawAuthority() != null) {
            throw badBaseUrl(
                    "has a host name that no URL allows, for example because of an underscore or an accent: use another"
                             + " name, its ASCII form (xn--...) or the IP address of the host");
        }
        if (!isHttp || uri.getHost() == null) {
            throw badBaseUrl("must start with http:// or https:// and a host, but is '" + ShownAddress.of(given) + "'");
        }
        if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
            throw badBaseUrl("has port " + uri.getPort() + ": ports are 1 to " + MAX_PORT);
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw badBaseUrl("must end before /v1, without query or fragment; that of " + ShownAddress.of(given) + " has one");
        }
        String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/+$", "");
        // RFC 3986: the case of percent-encodings makes no difference.
        path = PERCENT_ENCODED.matcher(path).replaceAll(encoded -> encoded.group().toUpperCase(Locale.ROOT));
        if (SERVICE_PATH.matcher(path).find()) {
            throw badBaseUrl("must end before /v1; that of " + ShownAddress.of(given) + " includes it");
        }
        boolean isDefaultPort = uri.getPort() < 0 || uri.getPort() == (scheme.equals("http") ? 80 : 443);
        String port = isDefaultPort ? "" : ":" + uri.getPort();
        return URI.create(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port + path);
    }

    private static IllegalArgumentException badBaseUrl(String complaint) {
        return new IllegalArgumentException(
                "Option baseUrl " + complaint + "; example: https://sms.example.com (the component adds /v1/send)");
    }

    private static String given(String option, @Nullable String value) {
        return required(option, value).strip();
    }

    private static boolean isGiven(@Nullable String value) {
        return value != null && !value.isBlank();
    }

    private static String required(String option, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(
                    "Option " + option + " is missing: set it on the component (camel.component.sms." + option
                                               + "=...) or on the endpoint");
        }
        return value;
    }

    private static void require(boolean condition, String option, Object value, String remedy) {
        if (!condition) {
            throw new IllegalArgumentException("Option " + option + "=" + value + " is out of range: " + remedy);
        }
    }
}
