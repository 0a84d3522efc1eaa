package io.github.camelsms.sample.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ExitCode;

import static org.assertj.core.api.Assertions.assertThat;

class SampleApplicationTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void setWorkFolder() {
        System.setProperty("sms.work.dir", folder.toString());
    }

    @AfterEach
    void forgetWorkFolder() {
        System.clearProperty("sms.work.dir");
        System.clearProperty("sample-routes.work.dir");
    }

    @Test
    void run_help_printsUsage() {
        assertThat(run("--help")).isEqualTo(ExitCode.OK);
        assertThat(text(out)).startsWith("Usage: java -jar sample-routes.jar")
                .contains("--work-dir=DIRECTORY", "--config=FILE", "SMS_SERVICE_URL");
    }

    @Test
    void main_help_createsNothing() throws Exception {
        assertThat(runInFolder("--help")).startsWith("Usage: java -jar sample-routes.jar");

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void main_logFileCannotBeCreated_printsOneLine() throws Exception {
        Files.createFile(folder.resolve("logs"));

        assertThat(runInFolder("-Dsms.http.port=0")).matches(
                "sample-routes: logs cannot be created or written \\(.*\\): check its permissions, .* sms.work.dir, .*\\R");
    }

    /** Log4j would continue without a log. */
    @Test
    void main_logFileCannotBeWritten_printsOneLineNamingIt() throws Exception {
        Files.createDirectories(folder.resolve("logs/sample-routes.log"));
        assertThat(runInFolder("-Dsms.http.port=0")).matches(
                "sample-routes: logs/sample-routes.log cannot be created or written \\(.*\\): check its permissions, .*\\R");
    }

    /** Returns what a process prints whose current folder is the folder of the test. */
    private String runInFolder(String argument) throws Exception {
        return output(process(argument));
    }

    private ProcessBuilder process(String argument) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                        "-Dlog4j2.configurationFile=classpath:log4j2.xml", "-cp", System.getProperty("java.class.path"),
                        SampleApplication.class.getName()));
        command.add(argument.startsWith("-D") ? 1 : command.size(), argument);
        return new ProcessBuilder(command).directory(folder.toFile());
    }

    private static String output(ProcessBuilder command) throws Exception {
        return new String(
                command.redirectErrorStream(true).start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void run_unknownOption_printsOneLine() {
        assertThat(run("--demmo")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err).lines()).containsExactly("sample-routes: unknown option --demmo: see --help");
    }

    @ParameterizedTest
    @ValueSource(strings = { "--work-dir", "--config" })
    void run_optionInsteadOfAPath_printsOneLine(String option) {
        assertThat(run(option, "--help")).isEqualTo(ExitCode.USAGE);

        assertThat(text(err).lines())
                .containsExactly("sample-routes: Expected parameter for option '" + option + "' but found '--help'");
        assertThat(Path.of("--help")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = { "--sms.service.password=geheim", "-Dsms.service.password=geheim" })
    void run_propertyAsAnOption_printsOneLineWithoutItsValue(String argument) {
        assertThat(run(argument)).isEqualTo(ExitCode.USAGE);

        assertThat(text(err).lines()).containsExactly(
                "sample-routes: unknown option " + argument.substring(0, argument.indexOf('=')) + ": see --help");
    }

    /** The names of variables are those of the process. */
    @ParameterizedTest
    @ValueSource(strings = { "SMS_SERVICE_PASWORD", "CAMEL_COMPONENT_SMS_BATCH_SIZE", "CAMEL_COMPONENT_JMS_CLIENT_ID" })
    void main_variableWithoutEffect_printsOneLineNamingIt(String variable) throws Exception {
        assertThat(start(Map.of(variable, "1"))).matches("sample-routes: .*" + variable + ".*\\R");
    }

    @Test
    void run_configCannotBeRead_printsOneLineNamingIt() {
        assertThat(run("--config", folder.resolve("none").toString())).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString().contains("--config " + folder.resolve("none"),
                "cannot be read");
    }

    @Test
    void run_configIsADirectory_printsOneLineNamingIt() {
        assertThat(run("--config", folder.toString())).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).containsExactly(
                "sample-routes: --config " + folder + " cannot be read: name a file of properties");
    }

    @Test
    void run_configWithASingleBackslash_printsOneLineNamingItAndTheRemedy() throws Exception {
        assertThat(runWith("sms.work.dir=C:\\users\\sms")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .startsWith("sample-routes: --config " + folder.resolve("my.properties") + " has a backslash before a u")
                .contains("write each backslash twice");
    }

    @Test
    void main_workFolderAsOptionAndVariable_usesTheOption() throws Exception {
        Path data = Files.createDirectories(folder.resolve("run")).resolve("data");
        Files.createFile(data);
        Map<String, String> variables = Map.of(
                "SMS_WORK_DIR", folder.resolve("other").toString(), "SMS_SERVICE_URL", "http://localhost:9",
                "SMS_SERVICE_USERNAME", "demo", "SMS_SERVICE_PASSWORD", "secret", "SMS_HTTP_PORT", "0",
                "SMS_BROKER_URL", "tcp://127.0.0.1:1");
        assertThat(start(variables)).contains(data + "");
        assertThat(folder.resolve("run/logs/sample-routes.log")).exists();
        assertThat(folder.resolve("other")).doesNotExist();
    }

    @Test
    void main_workFolderAsVariable_hasTheLog() throws Exception {
        ProcessBuilder command = process("-Dsms.http.port=0");
        command.environment().put("SMS_WORK_DIR", "work");
        assertThat(output(command)).contains("sms.service.url is not set");

        assertThat(folder.resolve("work/logs/sample-routes.log")).exists();
        assertThat(folder.resolve("logs")).doesNotExist();
    }

    /** Otherwise the files would be in the root directory. */
    @Test
    void main_emptyWorkFolder_printsOneLineNamingIt() throws Exception {
        ProcessBuilder command = process("-Dsms.http.port=0");
        command.environment().put("SMS_WORK_DIR", "");
        assertThat(output(command))
                .isEqualTo("sample-routes: sms.work.dir= is invalid: set it to a directory" + System.lineSeparator());
    }

    @Test
    void run_workFolderCannotBeCreated_printsOneLineNamingIt() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(run("--work-dir", file.resolve("work").toString())).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .contains(file.resolve("work") + " cannot be created or written", "sms.work.dir");
    }

    @Test
    void run_misspelledProperty_printsOneLineWithoutItsValue() throws Exception {
        assertThat(runWith("sms.files.inbx=geheim")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .contains("sms.files.inbx is not a setting", "application.properties")
                .doesNotContain("geheim");
    }

    @Test
    void run_misspelledSystemProperty_printsOneLine() {
        System.setProperty("sms.broker.adress", "tcp://broker:61616");
        try {
            assertThat(run("--work-dir", folder.resolve("run").toString())).isEqualTo(ExitCode.SOFTWARE);
        } finally {
            System.clearProperty("sms.broker.adress");
        }

        assertThat(text(err).lines()).singleElement().asString().contains("sms.broker.adress is not a setting");
    }

    @Test
    void run_noServiceAddress_printsOneLineNamingPropertyVariableAndRemedy() {
        assertThat(run("--work-dir", folder.resolve("run").toString())).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .contains("sms.service.url is not set", "SMS_SERVICE_URL");
        assertThat(text(out)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "username, SMS_SERVICE_USERNAME", "password, SMS_SERVICE_PASSWORD" })
    void run_serviceAddressWithoutCredentials_printsOneLineNamingPropertyAndVariable(String missing, String variable)
            throws Exception {
        Path config = Files.writeString(folder.resolve("my.properties"), """
                sms.service.url=https://sms.example.com
                sms.service.username=my-account
                sms.service.password=geheim
                """.replaceFirst("(?<=" + missing + "=).*", ""));

        assertThat(run("--config", config.toString(), "--work-dir", folder.resolve("run").toString()))
                .isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString().contains("sms.service." + missing + " is not set", variable)
                .doesNotContain("geheim");
    }

    @Test
    void run_configInAFolderWithCommaAndSpace_isRead() throws Exception {
        Path config = Files.writeString(Files.createDirectory(folder.resolve("a, b;c")).resolve("my.properties"), """
                sms.service.url=https://sms.example.com
                sms.service.username=my-account
                """);

        assertThat(run("--config", config.toString(), "--work-dir", folder.resolve("run").toString()))
                .isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString().contains("sms.service.password is not set");
    }

    /** Address and credentials of the account and the address of the broker, as a container sets them. */
    @Test
    void main_environmentVariables_areHonored() throws Exception {
        String printed = start(Map.of("SMS_SERVICE_URL", "http://127.0.0.1:1", "SMS_USERNAME", "my-account",
                "SMS_SERVICE_PASSWORD", "geheim", "SMS_BROKER_URL", "tcp://127.0.0.1:1"));

        assertThat(printed).contains("the broker cannot be reached").doesNotContain("is not set", "geheim");
    }

    /** Returns what a process with these environment variables prints. */
    private String start(Map<String, String> variables) throws Exception {
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), SampleApplication.class.getName(), "--work-dir",
                folder.resolve("run").toString());
        command.environment().putAll(variables);
        Process process = command.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(ExitCode.SOFTWARE);
        return printed;
    }

    @ParameterizedTest
    @ValueSource(strings = { "camel.component.sms.pasword", "camel.component.jms.recieve-timeout" })
    void run_misspelledOption_printsOneLineWithItsNameAndWithoutItsValue(String option) throws Exception {
        assertThat(runWith(option + "=geheim")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .contains(option.substring(0, option.lastIndexOf('.')),
                        "is not an option that Camel knows: correct or remove it")
                .doesNotContain("geheim");
    }

    @Test
    void run_unknownZone_printsOneLine() throws Exception {
        assertThat(runWith("camel.component.sms.zone=Mars/Olympus")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString().contains("Mars/Olympus").contains("zone");
    }

    /** The message of the exception is only the name of the class. */
    @Test
    void run_unknownClass_printsWhatIsWrongWithIt() throws Exception {
        assertThat(runWith("camel.beans.other=#class:nope.Bar")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).containsExactly("sample-routes: ClassNotFoundException: nope.Bar");
    }

    @Test
    void run_brokerUnreachable_printsOneLine() throws Exception {
        assertThat(runWith("sms.broker.url=tcp://localhost:1")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString().contains("broker cannot be reached");
    }

    @Test
    void run_databaseUnreachable_printsOneLineNamingTheSettings() throws Exception {
        assertThat(runWith("sms.store.url=jdbc:postgresql://localhost:1/sms")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .startsWith("sample-routes: The message store cannot be opened").contains("localhost:1", "sms.store.url");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "sms.pause=soon", "sms.store.lease=soon",
            "sms.store.lease=5m30", "sms.store.lease=-5s", "sms.timeToLive=24x", "sms.timeToLive=0s",
            "sms.timeToLive=PT5S", "sms.timeToLive=",
            "sms.jms.consumers=many", "sms.jms.consumers=0", "sms.pause=-1",
            "sms.status.cron=never", "sms.broker.url=nonsense", "sms.files.inbox=",
            "sms.files.failed=", "sms.files.results=", "sms.store.file=", "sms.jms.outbox=",
            "sms.jms.results=", "sms.jms.statuses=", "sms.http.host=",
            "sms.http.port=many", "sms.http.port=65536", "sms.http.host=192.0.2.1" })
    void run_invalidValue_printsOneLineNamingPropertyAndValue(String property) throws Exception {
        assertThat(runWith(property)).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .contains(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
    }

    /** In this folder, not even root can create a file. */
    @ParameterizedTest
    @ValueSource(strings = { "inbox", "failed", "results" })
    void run_folderThatCannotBeWritten_printsOneLineNamingIt(String name) throws Exception {
        assertThat(runWith("sms.files." + name + "=/proc/self/task")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString()
                .startsWith("sample-routes: /proc/").contains("cannot be created or written", "sms.files.*");
    }

    @Test
    void run_storeUrlOfAnotherDatabase_printsOneLineWithoutTheUrl() throws Exception {
        assertThat(runWith("sms.store.url=jdbc:h2:mem:geheim")).isEqualTo(ExitCode.SOFTWARE);

        assertThat(text(err).lines()).singleElement().asString().contains("sms.store.url", "jdbc:postgresql://")
                .doesNotContain("geheim");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "sms.store.url=jdbc:postgresql://localhost/sms?user=me&password=geheim",
            "sms.broker.url=tcp://me:geheim@localhost:1", "sms.broker.url=tcp://localhost:1?user=me&password=geheim",
            "sms.broker.url=tcp://me:geheim@", "sms.broker.url=me:geheim@localhost:61616",
            "sms.broker.url=tcp:me:geheim@localhost" })
    void run_credentialsInAnAddress_printsOneLineWithoutThem(String property) throws Exception {
        assertThat(runWith(property)).isEqualTo(ExitCode.SOFTWARE);

        String name = property.substring(0, property.indexOf('='));
        assertThat(text(err).lines()).singleElement().asString()
                .contains(name, "remove it", name.replace("url", "username"), name.replace("url", "password"));
        assertThat(text(err) + text(out)).doesNotContain("geheim");
    }

    private int runWith(String property) throws Exception {
        Path config = Files.writeString(folder.resolve("my.properties"), """
                sms.service.url=http://127.0.0.1:1
                sms.service.username=my-account
                sms.service.password=geheim
                sms.broker.url=tcp://127.0.0.1:1
                """ + property + "\n");
        return run("--config", config.toString(), "--work-dir", folder.resolve("run").toString());
    }

    private int run(String... arguments) {
        return SampleApplication.run(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), arguments);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
