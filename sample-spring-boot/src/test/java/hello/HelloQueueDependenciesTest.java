package hello;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the class path on which {@link HelloQueueTest} runs has the dependencies that the page tells its reader to
 * add, in the versions that it names.
 */
class HelloQueueDependenciesTest {

    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>(.+)</groupId>\\s*<artifactId>(.+)</artifactId>(?:\\s*<version>(.+)</version>)?");

    static Stream<MatchResult> dependencies() throws IOException {
        return DEPENDENCY.matcher(Files.readString(Path.of("src/test/resources/docs/hello-queue-dependencies.xml"))).results();
    }

    @ParameterizedTest
    @MethodSource("dependencies")
    void dependency_onThePage_isOnTheClassPathInItsVersion(MatchResult dependency) {
        List<String> classPath = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        String artifact = dependency.group(2);

        if (dependency.group(1).equals("io.github.camelsms")) {
            assertThat(classPath).anyMatch(entry -> entry.contains(File.separator + artifact + File.separator));
        } else {
            String version = dependency.group(3) == null ? "" : dependency.group(3) + ".jar";
            assertThat(classPath).anyMatch(entry -> entry.contains(File.separator + artifact + "-" + version));
        }
    }
}
