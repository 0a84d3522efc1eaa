package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An examination of the service, step by step. */
final class Doctor {

    static final List<Step> STEPS = List.of(
            new ConnectionStep(), new MessageStep(), new DateStep(), new LinkStep(), new OrderStep(), new ThrottlingStep(),
            new SharedLimitStep(), new ThrottledCountStep(), new SizeStep(), new ScheduleStep());

    /** Why steps are skipped after Ctrl-C. */
    static final String INTERRUPTED = "the examination was interrupted";

    private final Examination examination;
    private final Console console;

    Doctor(Examination examination, Console console) {
        this.examination = examination;
        this.console = console;
    }

    /** Returns the cost of all steps. */
    static Cost total(DoctorSettings settings) {
        int messages = 0;
        int maxMessages = 0;
        int requests = 0;
        Duration duration = Duration.ZERO;
        for (Step step : STEPS) {
            Cost cost = step.cost(settings);
            messages += cost.messages();
            maxMessages += cost.maxMessages();
            requests += cost.requests();
            duration = duration.plus(cost.duration());
        }
        return new Cost(messages, maxMessages, requests, Duration.ofMinutes(duration.toMinutes() + 1));
    }

    /** Asks before each step, runs it if the person agrees, and returns what it found. */
    Report run() {
        DoctorSettings settings = examination.settings();
        Cost total = total(settings);
        String started = examination.now().toString();
        console.say("Examines the service at " + settings.baseUrl() + " as " + settings.username() + ", with messages to "
                    + Words.masked(settings.number()) + " only.");
        console.say("All steps together: " + total.phrase() + ". Each message is charged like any other.");
        console.say("Stop other applications that use the account, because they share its limit and its statuses.");
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < STEPS.size(); i++) {
            Step step = STEPS.get(i);
            String title = "Step " + (i + 1) + " of " + STEPS.size();
            console.say("");
            List<Finding> found = run(step, title);
            found.forEach(finding -> console.say(Report.line(finding)));
            findings.addAll(found);
        }
        return new Report(started, examination, findings);
    }

    private List<Finding> run(Step step, String title) {
        String obstacle = examination.ended() != null ? examination.ended() : step.obstacle(examination);
        if (obstacle != null) {
            console.say(title + " is skipped: " + obstacle + ".");
            return skipped(step, obstacle);
        }
        Cost cost = step.cost(examination.settings());
        console.say(title + ". " + step.plan(examination));
        List<Finding> findings = new ArrayList<>();
        try {
            if (!console.ask("Spends " + cost.phrase() + ". Run this step?")) {
                return skipped(step, "not wanted");
            }
            examination.allow(cost.maxMessages());
            failIfInterrupted();
            findings.addAll(step.run(examination));
            if (Thread.currentThread().isInterrupted()) {
                // An interrupted request looks like a service that cannot be reached.
                findings.removeIf(finding -> !finding.value().equals("unknown"));
                failIfInterrupted();
            }
        } catch (InterruptedException e) {
            // The report of the steps before is printed.
            examination.end(INTERRUPTED);
        } catch (IOException e) {
            String problem = e.getClass().getSimpleName() + " " + e.getMessage();
            step.points()
                    .forEach(point -> findings.add(Finding.problem(point, "file", "A file cannot be written: " + problem)));
        } finally {
            examination.allow(0);
        }
        String ended = examination.ended();
        for (Point point : step.points()) {
            if (findings.stream().noneMatch(finding -> finding.point() == point)) {
                findings.add(Finding.skipped(point, ended == null ? "not examined" : ended));
            }
        }
        return findings;
    }

    private static void failIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static List<Finding> skipped(Step step, String reason) {
        return step.points().stream().map(point -> Finding.skipped(point, reason)).toList();
    }
}
