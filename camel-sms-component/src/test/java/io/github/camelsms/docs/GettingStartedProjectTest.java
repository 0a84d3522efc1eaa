package io.github.camelsms.docs;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Builds the project of the guide in an empty folder, as a reader does, and runs its test.
 */
class GettingStartedProjectTest {

    private static final Path GUIDE = Documentation.ROOT.resolve("docs/getting-started.md");
    private static final String VERSION = "0.1.0-SNAPSHOT";

    /** What the pages' recipes of a few lines use. */
    private static final String RECIPES = """
            package hello;

            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.params.ParameterizedTest;
            import org.junit.jupiter.params.provider.ValueSource;
            import org.apache.camel.CamelContext;
            import org.apache.camel.impl.DefaultCamelContext;
            import static org.junit.jupiter.api.Assertions.assertNotNull;

            class RecipesTest {

                @ParameterizedTest
                @ValueSource(strings = { "direct", "file", "log", "sms", "timer" })
                void component_ofTheRecipes_exists(String name) throws Exception {
                    try (CamelContext camel = new DefaultCamelContext()) {
                        assertNotNull(camel.getComponent(name));
                    }
                }

                @ParameterizedTest
                @ValueSource(strings = { "bean", "constant", "header", "simple", "tokenize" })
                void language_ofTheRecipes_exists(String name) throws Exception {
                    try (CamelContext camel = new DefaultCamelContext()) {
                        assertNotNull(camel.resolveLanguage(name));
                    }
                }
            }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void project_builtInAnEmptyFolder_passesItsTest() throws Exception {
        Path project = Files.createDirectory(folder.resolve("hello-sms"));
        Path built = Files.createDirectory(folder.resolve("built"));
        publish(built, "camel-sms-parent", Documentation.ROOT);
        publish(built, "sms-engine", Documentation.ROOT.resolve("sms-engine"));
        publish(built, "camel-sms-component", Documentation.ROOT.resolve("camel-sms-component"));
        publish(built, "sms-simulator", Documentation.ROOT.resolve("sms-simulator"));
        // The libraries that this build has downloaded are not downloaded again.
        Path downloaded = Path.of(
                System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository"));
        write(
                project.resolve("pom.xml"),
                block("xml", 0).replace("</project>", repositories("repositories", "repository", built, downloaded)
                                                      + repositories("pluginRepositories", "pluginRepository", downloaded)
                                                      + "</project>"));
        write(project.resolve("src/main/resources/application.properties"), block("properties", 0));
        write(project.resolve("src/main/java/hello/HelloSms.java"), block("java", 0));
        write(project.resolve("src/test/java/hello/HelloSmsTest.java"), block("java", 1));
        write(project.resolve("src/test/java/hello/RecipesTest.java"), RECIPES);

        String output = maven(project, "test");

        assertThat(output).contains("Tests run: 1,", "Tests run: 11, Failures: 0, Errors: 0, Skipped: 0", "BUILD SUCCESS");
    }

    private static String block(String language, int index) {
        return Snippet.on(GUIDE, language).get(index).code();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Publishes a module of this build to a folder with the layout of a Maven repository, before it is packaged. */
    private static void publish(Path repository, String name, Path module) throws IOException {
        Path artifact = Files.createDirectories(repository.resolve("io/github/camelsms/" + name + "/" + VERSION));
        Files.copy(module.resolve("pom.xml"), artifact.resolve(name + "-" + VERSION + ".pom"));
        Path classes = module.resolve("target/classes");
        if (Files.isDirectory(classes)) {
            try (OutputStream jar = Files.newOutputStream(artifact.resolve(name + "-" + VERSION + ".jar"))) {
                zip(classes, jar);
            }
        }
    }

    private static void zip(Path classes, OutputStream output) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(output); Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, jar);
                jar.closeEntry();
            }
        }
    }

    private static String repositories(String list, String element, Path... folders) {
        StringBuilder xml = new StringBuilder("<" + list + ">");
        for (Path repository : folders) {
            xml.append("<%s><id>%s</id><url>%s</url></%1$s>".formatted(
                    element, repository.getFileName(), repository.toUri()));
        }
        return xml + "</" + list + ">";
    }

    /** Runs Maven in a folder and returns its output. */
    private String maven(Path project, String goal) throws Exception {
        String home = System.getProperty("maven.home");
        String program = File.separatorChar == '\\' ? "mvn.cmd" : "mvn";
        Path output = folder.resolve("output.txt");
        Process maven = new ProcessBuilder(
                List.of(
                        home == null ? program : Path.of(home, "bin", program).toString(), "-B", "-ntp",
                        "-Dmaven.repo.local=" + folder.resolve("local"), goal))
                .directory(project.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(maven.waitFor(9, TimeUnit.MINUTES)).as("Maven has ended").isTrue();
        } finally {
            maven.destroyForcibly();
        }
        return Files.readString(output);
    }
}
