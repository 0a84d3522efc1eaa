package io.github.camelsms.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the page of log messages lists exactly the lines that the component can log, and those of the message
 * store at INFO and above, with their levels. The page can end a line with an ellipsis.
 */
class OperatingLogTest {

    private static final Pattern ROW
            = Pattern.compile("(?m)^\\| (ERROR|WARN|INFO|DEBUG) \\| ((?:`[^`]+`(?:, )?)+) \\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern STATEMENT = Pattern.compile(
            "(?s)(?:LOG\\.(error|warn|info|debug)\\(|\\.(?:log|ended)\\(\\s*Level\\.(ERROR|WARN|INFO),)(.*?)\\);\\n");
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern LOGGER = Pattern.compile("(?:getLogger|SafeLogger\\.of)\\((\\w+)\\.class\\)");
    private static final String ACCOUNT = "SMS account {}: ";
    private static final Path PAGE = Documentation.ROOT.resolve("docs/log-messages.md");
    private static final String REST = " …";
    private static final Pattern WORD = Pattern.compile("\\p{L}+");

    /** A line with its level: placeholders are words on the page and braces in the code. */
    private record Line(String level, String text) {

        boolean isOf(Line statement) {
            return level.equals(statement.level) && (text.endsWith(REST)
                    ? beginnings(statement.text)
                            .anyMatch(text.substring(0, text.length() - REST.length())::matches)
                    : text.matches(pattern(statement.text)));
        }

        /** Returns patterns of the beginnings that are long enough to find the statement by. */
        private static Stream<String> beginnings(String statement) {
            return IntStream.range(0, statement.length()).filter(i -> statement.charAt(i) == ' ')
                    .mapToObj(end -> statement.substring(0, end)).filter(text -> !text.endsWith("{}"))
                    .filter(text -> WORD.matcher(text).results().count() >= (text.endsWith(".") ? 1 : 2))
                    .map(Line::pattern);
        }

        private static String pattern(String statement) {
            return Stream.of(statement.split("\\{}", -1)).map(Pattern::quote).collect(Collectors.joining(".+?"));
        }
    }

    private final List<Line> page = page();
    private final List<Line> code = code();

    @Test
    void page_eachLine_isLoggedByTheCode() {
        assertThat(page).hasSizeGreaterThan(15)
                .allSatisfy(line -> assertThat(code).as(line.toString()).anyMatch(line::isOf));
    }

    @Test
    void code_eachStatement_isOnThePage() {
        assertThat(code).hasSizeGreaterThan(15).allSatisfy(
                statement -> assertThat(page).as(statement.toString()).anyMatch(line -> line.isOf(statement)));
    }

    @Test
    void code_eachLogger_isOnThePage() {
        String text = Documentation.read(PAGE);

        assertThat(Stream.of(Documentation.MODULE, Documentation.ROOT.resolve("camel-sms-store-jdbc"))
                .flatMap(module -> loggers(module.resolve("src/main/java")).stream())).hasSizeGreaterThan(10)
                .allSatisfy(logger -> assertThat(text).containsPattern("`(io\\.github\\.camelsms\\.)?" + logger + "`"));
    }

    /** Returns the names of the loggers that are named after a class, without the common package. */
    private static List<String> loggers(Path source) {
        try (Stream<Path> files = Files.walk(source.resolve("io/github/camelsms"))) {
            return files.filter(path -> path.toString().endsWith(".java"))
                    .flatMap(file -> LOGGER.matcher(Documentation.read(file)).results().map(logger -> {
                        String directory = source.resolve("io/github/camelsms").relativize(file.getParent()).toString();
                        return (directory.isEmpty() ? "" : directory.replace('/', '.') + ".") + logger.group(1);
                    })).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Line> page() {
        List<Line> lines = new ArrayList<>();
        for (Matcher row = ROW.matcher(Documentation.read(PAGE)); row.find();) {
            for (Matcher line = CODE.matcher(row.group(2)); line.find();) {
                lines.add(new Line(row.group(1), line.group(1)));
            }
        }
        return lines;
    }

    private static List<Line> code() {
        Path store = Documentation.ROOT.resolve("camel-sms-store-jdbc/src/main/java");
        return Stream.concat(code(Documentation.MODULE.resolve("src/main/java")).stream(),
                code(store).stream().filter(line -> !line.level().equals("DEBUG"))).toList();
    }

    private static List<Line> code(Path source) {
        List<Line> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                for (Matcher statement = STATEMENT.matcher(Documentation.read(file)); statement.find();) {
                    String level
                            = statement.group(1) == null ? statement.group(2) : statement.group(1).toUpperCase(Locale.ROOT);
                    String text = TEXT.matcher(statement.group(3)).results().map(literal -> literal.group(1)).findFirst()
                            .orElse("");
                    lines.add(new Line(level, text.startsWith(ACCOUNT) ? text.substring(ACCOUNT.length()) : text));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
