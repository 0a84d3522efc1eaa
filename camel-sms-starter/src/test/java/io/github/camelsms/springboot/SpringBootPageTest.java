package io.github.camelsms.springboot;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Tests that the Java on the Spring Boot page equals its source, and that its properties are those of the component.
 */
class SpringBootPageTest {

    private static final Path PAGE = Path.of("../docs/spring-boot.md");
    private static final Path TESTS = Path.of("src/test/java/io/github/camelsms/springboot");
    private static final String SAMPLE = "sample-spring-boot/";
    private static final Path SAMPLE_TESTS = Path.of("../sample-spring-boot/src/test/java/hello");
    private static final Pattern JAVA
            = Pattern.compile("<!-- from ([\\w/-]+\\.java)#(\\w+) -->\n```java\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern PROPERTIES = Pattern.compile("```properties\n(.*?)\n```", Pattern.DOTALL);

    static Stream<MatchResult> java() throws IOException {
        return JAVA.matcher(Files.readString(PAGE)).results();
    }

    static Stream<String> properties() throws IOException {
        return PROPERTIES.matcher(Files.readString(PAGE)).results().map(block -> block.group(1));
    }

    @ParameterizedTest
    @MethodSource("java")
    void javaSnippets_ofThePage_equalTheirSource(MatchResult block) throws IOException {
        String file = block.group(1);
        String source = Files.readString(
                file.startsWith(SAMPLE) ? SAMPLE_TESTS.resolve(file.substring(SAMPLE.length())) : TESTS.resolve(file));
        String start = "// tag::" + block.group(2) + "[]\n";
        int from = source.indexOf(start) + start.length();
        int to = source.lastIndexOf('\n', source.indexOf("// end::" + block.group(2) + "[]"));

        assertThat(block.group(3)).isEqualTo(
                source.substring(from, to).stripIndent()
                        .replace("package io.github.camelsms.springboot.docs;", "package hello;")
                        // The reader's properties are in application.properties.
                        .replace("(properties = \"spring.config.location=classpath:docs/hello-queue.properties\")", ""));
    }

    @ParameterizedTest
    @MethodSource("properties")
    void propertySnippets_ofThePage_areOptionsOfTheComponent(String block) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(block));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new PropertiesPropertySource("page", properties));

        assertThatCode(() -> UnknownProperties.check(environment)).doesNotThrowAnyException();
    }
}
