package io.github.camelsms.cli.doctor;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.SSLSession;

import io.github.camelsms.cli.doctor.ServiceHttp.Lost;
import io.github.camelsms.cli.doctor.ServiceHttp.NotConnected;
import io.github.camelsms.cli.doctor.ServiceHttp.Received;
import io.github.camelsms.cli.doctor.ServiceHttp.Reply;
import org.jspecify.annotations.Nullable;

/** Reachability, TLS and credentials. The examination ends if the service cannot be used. */
final class ConnectionStep implements Step {

    private static final Duration EXPIRES_SOON = Duration.ofDays(30);

    @Override
    public List<Point> points() {
        return List.of(Point.REACHABILITY, Point.TLS, Point.CREDENTIALS, Point.WRONG_CREDENTIALS);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return Cost.free(2, Duration.ofSeconds(5));
    }

    @Override
    public String plan(Examination examination) {
        return "Queries the statuses by date, once with the credentials and once without. Consumes nothing.";
    }

    @Override
    public List<Finding> run(Examination examination) throws InterruptedException {
        String path = Examination.byDate(examination.now().getEpochSecond(), examination.correlationId(0));
        Reply reply = examination.get(path);
        List<Finding> findings = new ArrayList<>();
        if (!(reply instanceof Received response)) {
            findings.add(unreachable(reply));
            examination.end("the service is not reachable");
            return findings;
        }
        String problem = problem(response);
        if (problem != null) {
            findings.add(Finding.problem(Point.REACHABILITY, "http-" + response.status(), problem));
            examination.end("the service does not respond as it should");
            return findings;
        }
        findings.add(Finding.found(Point.REACHABILITY, "reachable", "The service responds."));
        findings.add(tls(examination));
        if (isUnauthorized(response)) {
            findings.add(Finding.problem(Point.CREDENTIALS, "wrong",
                    "The service rejects user name or password (" + form(response) + ")."));
            examination.end("the service rejects the credentials");
            return findings;
        }
        findings.add(Finding.found(Point.CREDENTIALS, "accepted", "The service accepts user name and password."));
        findings.add(withoutCredentials(examination.getAnonymously(path)));
        return findings;
    }

    private static Finding unreachable(Reply reply) {
        if (reply instanceof NotConnected none) {
            return none.isTls()
                    ? Finding.problem(Point.TLS, "failed", "The TLS handshake failed: " + none.reason()
                                                           + ". Check the host name of the address, and whether the JVM's trust store has the authority of the service's certificate.")
                    : Finding.problem(Point.REACHABILITY, "not-connected", "No connection: " + none.reason() + ".");
        }
        return Finding.problem(Point.REACHABILITY, "no-response", "No complete response: " + ((Lost) reply).reason() + ".");
    }

    /** Returns why this is not a response of the service, or null. */
    private static @Nullable String problem(Received response) {
        if (isUnauthorized(response)) {
            return null;
        }
        if (!response.isSuccess() && !response.isThrottled()) {
            return "The response to a query by date has HTTP status " + response.status()
                   + ". Check the base address: /v1/status/date follows it.";
        }
        if (!response.isThrottled() && Json.code(response.json()) == null) {
            return "The response to a query by date is not JSON with a code. Check the base address.";
        }
        return null;
    }

    private static boolean isUnauthorized(Received response) {
        return response.status() == 401 || response.status() == 403 || Json.hasCode(response.json(), 401)
                || Json.hasCode(response.json(), 403);
    }

    private static Finding tls(Examination examination) {
        SSLSession session = examination.http().session();
        if (session == null) {
            return Finding.found(
                    Point.TLS, "none", "The address is http: user name, password, numbers and texts are sent unencrypted.");
        }
        X509Certificate certificate = ServiceHttp.certificate(session);
        if (certificate == null) {
            return Finding.found(Point.TLS, session.getProtocol(), "Encrypted with " + session.getProtocol() + ".");
        }
        Instant expiry = certificate.getNotAfter().toInstant();
        boolean isSoon = expiry.isBefore(examination.now().plus(EXPIRES_SOON));
        return Finding.found(
                Point.TLS, session.getProtocol(),
                "Encrypted with " + session.getProtocol() + "; the certificate of " + certificate.getSubjectX500Principal()
                                                  + " expires at " + expiry.truncatedTo(ChronoUnit.SECONDS)
                                                  + (isSoon ? ", which is soon." : "."));
    }

    private static Finding withoutCredentials(Reply reply) {
        if (!(reply instanceof Received response)) {
            return Finding.notFound(Point.WRONG_CREDENTIALS, "There was no response to a query without credentials.");
        }
        if (isUnauthorized(response)) {
            return Finding.found(
                    Point.WRONG_CREDENTIALS, form(response),
                    "A request without credentials gets " + form(response) + ", which halts the account.");
        }
        return Finding.found(
                Point.WRONG_CREDENTIALS, form(response),
                "A request without credentials gets " + form(response)
                                                         + ", which the component does not recognize as wrong credentials.");
    }

    private static String form(Received response) {
        Integer code = Json.code(response.json());
        return "HTTP status " + response.status() + (code == null ? "" : " with code " + code);
    }
}
