package io.github.camelsms.cli.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.camelsms.cli.doctor.Finding.Setting;
import io.github.camelsms.cli.doctor.Finding.State;
import io.github.camelsms.model.Count;

/** What the doctor found, for people or programs, without password, full number and texts. */
final class Report {

    private final DoctorSettings settings;
    private final String started;
    private final Examination examination;
    private final List<Finding> findings;

    Report(String started, Examination examination, List<Finding> findings) {
        this.settings = examination.settings();
        this.started = started;
        this.examination = examination;
        this.findings = List.copyOf(findings);
    }

    List<Finding> findings() {
        return findings;
    }

    Finding finding(Point point) {
        return findings.stream().filter(finding -> finding.point() == point).findFirst().orElseThrow();
    }

    /** Returns the options to set, without repetitions. */
    Map<String, Setting> options() {
        Map<String, Setting> options = new LinkedHashMap<>();
        findings.forEach(finding -> finding.options().forEach(option -> options.putIfAbsent(option.name(), option)));
        return options;
    }

    /** Returns a finding as a line. */
    static String line(Finding finding) {
        String mark = switch (finding.state()) {
            case FOUND -> "";
            case NOT_FOUND -> "not found: ";
            case SKIPPED -> "skipped: ";
            case PROBLEM -> "PROBLEM: ";
        };
        return "  " + finding.point().title() + ": " + mark + finding.text();
    }

    /** Returns the report as lines for people. */
    String text() {
        StringBuilder text = new StringBuilder(512);
        line(text, "Report of the Camel SMS doctor");
        line(text, "  Service: " + settings.baseUrl() + ", user name " + settings.username());
        line(text, "  Started: " + started + ", examination " + settings.runId());
        line(text, "  Spent: " + Count.of(examination.messagesSpent(), "message") + " to "
                   + Words.masked(settings.number()) + ", " + Count.of(examination.requests(), "request"));
        if (examination.statusesReceived() > 0) {
            line(text, "  Consumed: " + Count.of(examination.statusesReceived(), "status")
                       + ", kept in " + examination.file().path() + " (it has phone numbers: do not send it on)");
        }
        if (examination.lostPolls() > 0) {
            line(text, "  Lost: " + Count.of(examination.lostPolls(), "poll")
                       + " without a complete response, with up to 100 statuses each. Find them with a query by date.");
        }
        line(text, "");
        line(text, "Findings");
        findings.forEach(finding -> line(text, line(finding)));
        line(text, "");
        line(text, "Options to set");
        options().values().forEach(
                option -> line(text, "  " + option.name() + "=" + option.value() + "    # " + option.reason()));
        if (options().isEmpty()) {
            line(text, "  none: the defaults suit what was found");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    /** Returns the report as a JSON document on one line. */
    String json() {
        ObjectNode report = Json.object()
                .put("baseUrl", settings.baseUrl().toString())
                .put("username", settings.username())
                .put("number", Words.masked(settings.number()))
                .put("started", started)
                .put("examination", settings.runId())
                .put("messagesSpent", examination.messagesSpent())
                .put("requests", examination.requests())
                .put("statusesConsumed", examination.statusesReceived())
                .put("pollsLost", examination.lostPolls());
        ArrayNode list = report.putArray("findings");
        for (Finding finding : findings) {
            ObjectNode node = list.addObject()
                    .put("point", finding.point().id())
                    .put("state", finding.state().name())
                    .put("text", finding.text());
            if (!finding.value().isEmpty()) {
                node.put("value", finding.value());
            }
        }
        ObjectNode options = report.putObject("options");
        options().values().forEach(option -> options.put(option.name(), option.value()));
        return report.toString();
    }

    /** Returns whether the examination was interrupted. */
    boolean isInterrupted() {
        return Doctor.INTERRUPTED.equals(examination.ended());
    }

    /** Returns whether there is a problem with one of the points, or with any if none is given. */
    boolean hasProblem(Point... points) {
        return findings.stream().anyMatch(
                finding -> finding.state() == State.PROBLEM
                        && (points.length == 0 || List.of(points).contains(finding.point())));
    }
}
