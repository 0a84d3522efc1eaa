package io.github.camelsms.docs;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a reader who begins at the README and only follows links reaches the section with the answer to a common
 * question.
 */
class QuestionsTest {

    private static final int MAX_CLICKS = 3;
    private static final Path README = Documentation.ROOT.resolve("README.md");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]+))?\\)");

    /**
     * Sections by the number of links to them, as <code>page#section</code>, or only <code>page</code> for its
     * beginning.
     */
    private static final Map<String, Integer> CLICKS = new HashMap<>();

    @BeforeAll
    static void followLinks() {
        Map<Path, Integer> clicksToPage = new HashMap<>(Map.of(README, 0));
        Deque<Path> pages = new ArrayDeque<>(clicksToPage.keySet());
        Documentation.sections(README).forEach(section -> CLICKS.put(name(README, section), 0));
        while (!pages.isEmpty()) {
            Path page = pages.remove();
            int clicks = clicksToPage.get(page) + 1;
            for (Matcher link = LINK.matcher(Documentation.read(page)); link.find();) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
                CLICKS.putIfAbsent(name(target, link.group(2)), clicks);
                if (target.toString().endsWith(".md") && clicksToPage.putIfAbsent(target, clicks) == null) {
                    pages.add(target);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "For which service and which country is it?              | README.md#camel-sms",
            "Is it stable, or a preview?                             | README.md#camel-sms",
            "What can change between versions?                       | docs/compatibility.md#versions",
            "Which versions of Camel and Java does it work with?     | docs/compatibility.md#tested-combinations",
            "Why not aggregate, throttle and http?                   | README.md#why-not-aggregate-throttle-and-http",
            "What does a tuned recipe reach?                         | docs/benchmarks.md#a-tuned-recipe",
            "Memory, SQLite or PostgreSQL?                           | README.md#choose-a-set-up",
            "How do I install it before a release, with Gradle?      | README.md#a-first-example",
            "Where is the Javadoc?                                   | README.md#run-the-sample-and-the-tests",
            "Where do I ask?                                         | README.md#documentation-and-questions",
            "Which fields does the interface have?                   | docs/interface.md#message-to-send",
            "Which codes and errors does the interface have?         | docs/interface.md#errors",
            "Which limits does the interface have?                   | docs/interface.md#limits",
            "How do I send one-time passwords?                       | docs/how-do-i.md#send-one-time-passwords-over-http",
            "How do I use JMS and Artemis in Spring Boot?            | docs/spring-boot.md#send-from-a-queue",
            "How do I send from Kafka?                               | docs/how-do-i.md#send-from-a-kafka-topic",
            "Do I aggregate or split?                                | docs/how-do-i.md#choose-between-aggregate-split-and-neither",
            "How do I write statuses into a table?                   | docs/how-do-i.md#write-statuses-into-a-table",
            "Who was not reached?                                    | docs/how-do-i.md#find-out-who-was-not-reached-yesterday",
            "How far is my file?                                     | docs/how-do-i.md#follow-the-progress-of-a-file",
            "How do I schedule a message?                            | docs/how-do-i.md#schedule-a-message",
            "How do I cancel a message?                              | docs/how-do-i.md#cancel-or-resend-a-stored-message",
            "How do I use a proxy?                                   | docs/how-do-i.md#use-a-proxy",
            "How do I use two accounts?                              | docs/how-do-i.md#use-two-accounts",
            "How do I test with @SpringBootTest and the simulator?   | docs/spring-boot.md#test-with-the-simulator",
            "How do I test with CamelTestSupport, AdviceWith, mocks? | docs/how-do-i.md#test-without-the-service",
            "How do I create the tables with Flyway?                 | docs/how-do-i.md#create-the-tables-with-flyway",
            "Which GRANTs does the database role need?               | docs/message-store.md#rights-of-the-database-role",
            "What do the nine statuses mean?                         | docs/how-do-i.md#decide-what-to-do-about-a-status",
            "Can I send to numbers outside Brazil?                   | docs/how-do-i.md#send-to-numbers-outside-brazil",
            "What does UNKNOWN mean?                                 | docs/delivery-guarantee.md#unknown-outcomes",
            "An alert fires. What do I do?                           | docs/operating.md#alerts",
            "Which personal data is kept where?                      | docs/data-protection.md#what-is-kept-where",
            "How do I erase a number?                                | docs/data-protection.md#erase-a-number",
            "How do I run several nodes?                             | docs/several-nodes.md#set-up",
            "How fast is it?                                         | docs/benchmarks.md#one-request-per-second" })
    void question_fromTheReadme_isAnsweredWithinThreeClicks(String question, String answer) {
        int section = answer.indexOf('#');
        Path page = Documentation.ROOT.resolve(answer.substring(0, section));

        assertThat(Documentation.sections(page)).contains(answer.substring(section + 1));
        assertThat(CLICKS).as("%s A link to %s", question, answer).containsKey(answer);
        assertThat(CLICKS.get(answer)).as(question).isLessThanOrEqualTo(MAX_CLICKS);
    }

    private static String name(Path page, String section) {
        return Documentation.nameOf(page) + (section == null ? "" : "#" + section);
    }
}
