package io.github.camelsms.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.camelsms.SmsRow;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The examples in <code>examples.txt</code>.
 */
class ExamplesTest {

    private static final Map<String, String> INVISIBLE = Map.of("CR", "\r", "BOM", "\uFEFF", "1A", "\u001A", "NBSP", "\u00A0",
            "FFFD", "\uFFFD", "87", "\u0087");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    static Stream<Arguments> examples() throws IOException {
        String all = new String(resource("examples.txt"), StandardCharsets.UTF_8);
        return Arrays.stream(all.split("(?m)^## ")).skip(1).map(example -> {
            String[] parts = example.split("(?m)^---\n");
            String[] titleAndFile = parts[0].split("\n", 2);
            String expected = parts[1].replaceAll("(?m)^# .*\n", "").stripTrailing();
            return Arguments.of(titleAndFile[0], titleAndFile[1].replaceAll("\n\n?$", "\n"), expected);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void open_example_isReadAsDescribed(String title, String file, String expected) throws IOException {
        List<String> actual = read(title, file);
        List<String> outcomes = expected.lines().map(ExamplesTest::withInvisible).map(String::stripTrailing).toList();

        assertThat(actual).hasSameSizeAs(outcomes);
        for (int i = 0; i < actual.size(); i++) {
            if (outcomes.get(i).startsWith("sent ")) {
                assertThat(actual.get(i)).isEqualTo(outcomes.get(i));
            } else {
                assertThat(actual.get(i)).startsWith(outcomes.get(i));
            }
        }
    }

    private List<String> read(String title, String content) throws IOException {
        Matcher charset = Pattern.compile("\\[(.*)]").matcher(title);
        byte[] bytes = content.startsWith("<")
                ? resource(content.strip().replaceAll("[<>]", ""))
                : withInvisible(content).getBytes(charset.find() ? Charset.forName(charset.group(1)) : StandardCharsets.UTF_8);
        Path path = Files.write(folder.resolve("in.csv"), bytes);
        List<String> outcomes = new ArrayList<>();
        try (SmsFile file = Opened.of(path, null)) {
            while (file.hasNext()) {
                SmsRow row = file.next();
                if (row.problem() != null) {
                    outcomes.add("refused line " + row.origin().line() + ": " + row.problem());
                    continue;
                }
                Map<String, Object> message = row.fields();
                String id = String.valueOf(message.get("correlationId"));
                String sent = "sent " + message.get("destination") + " | "
                              + String.valueOf(message.get("messageText")).replace("\n", "\\n") + " | "
                              + (id.startsWith(file.id()) ? "" : id);
                outcomes.add(sent.stripTrailing());
            }
        } catch (UnreadableFileException e) {
            outcomes.add(String.valueOf(e.getMessage()).replace("File in.csv cannot be read:", "file refused"));
        }
        return outcomes;
    }

    private static String withInvisible(String text) {
        return Pattern.compile("«([^»]+)»").matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(String.valueOf(INVISIBLE.get(match.group(1)))));
    }

    private static byte[] resource(String name) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (InputStream in = ExamplesTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            in.transferTo(content);
        }
        return content.toByteArray();
    }
}
