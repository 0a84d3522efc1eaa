package io.github.camelsms.docs;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the BOM contains each module that applications depend on.
 */
class BomTest {

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>\\$");
    /** Modules that are not in the BOM: applications, benchmarks, tests, and the BOM itself. */
    private static final List<String> NOT_FOR_APPLICATIONS = List.of(
            "camel-sms-bom", "camel-sms-cli", "sms-test-support", "sample-routes", "sample-spring-boot",
            "benchmarks", "quarkus-smoke");

    @Test
    void bom_containsEachApplicationModule() {
        List<String> modules = all(MODULE, "pom.xml").stream().filter(name -> !NOT_FOR_APPLICATIONS.contains(name)).toList();

        assertThat(all(ARTIFACT, "camel-sms-bom/pom.xml")).containsExactlyInAnyOrderElementsOf(modules);
    }

    private static List<String> all(Pattern pattern, String file) {
        return pattern.matcher(Documentation.read(Documentation.ROOT.resolve(file))).results()
                .map((MatchResult match) -> match.group(1)).toList();
    }
}
