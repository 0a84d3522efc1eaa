package io.github.camelsms.sample.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SampleApplicationTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Set<String> variables = Set.of();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void setWorkFolder() {
        System.setProperty("sms.work.dir", folder.toString());
    }

    @AfterEach
    void forgetWorkFolder() {
        System.clearProperty("sms.work.dir");
    }

    @Test
    void run_help_printsUsage() {
        assertThat(run("--help")).isEqualTo(SampleApplication.OK);
        assertThat(text(out)).startsWith("Usage: java -jar sample-routes.jar")
                .contains("--work-dir=FOLDER", "--config=FILE", "--demo ", "--crash ", "--keep-running ", "SMS_SERVICE_URL");
    }

    @Test
    void main_help_createsNothing() throws Exception {
        assertThat(runInFolder("--help")).startsWith("Usage: java -jar sample-routes.jar");

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void main_logFileCannotBeCreated_printsOneLine() throws Exception {
        Files.createFile(folder.resolve("logs"));

        assertThat(runInFolder("-Dsms.simulator=true")).matches(
                "sample-routes: the folder " + folder + " cannot be written to \\(.*\\): choose another with --work-dir, or"
                                                                + " change its permissions\\R");
    }

    /** Returns what a process prints whose current folder is the folder of the test. */
    private String runInFolder(String argument) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                        "-Dlog4j2.configurationFile=classpath:log4j2.xml", "-cp", System.getProperty("java.class.path"),
                        SampleApplication.class.getName()));
        command.add(argument.startsWith("-D") ? 1 : command.size(), argument);
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void run_unknownOption_printsOneLine() {
        assertThat(run("--demmo")).isEqualTo(SampleApplication.WRONG_USAGE);
        assertThat(text(err).lines()).containsExactly("sample-routes: unknown option --demmo: did you mean --demo?");
    }

    @ParameterizedTest
    @ValueSource(strings = { "--work-dir", "--config" })
    void run_optionInsteadOfAPath_printsOneLine(String option) {
        assertThat(run(option, "--demo")).isEqualTo(SampleApplication.WRONG_USAGE);

        assertThat(text(err).lines())
                .containsExactly("sample-routes: Expected parameter for option '" + option + "' but found '--demo'");
        assertThat(Path.of("--demo")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " ", "--other" })
    void run_noPath_printsOneLine(String path) {
        assertThat(run("--work-dir", path)).isEqualTo(SampleApplication.WRONG_USAGE);

        assertThat(text(err).lines())
                .containsExactly("sample-routes: Invalid value for option '--work-dir': a path is needed");
    }

    @ParameterizedTest
    @ValueSource(strings = { "--sms.service.password=geheim", "-Dsms.service.password=geheim" })
    void run_propertyAsAnOption_printsOneLineWithoutItsValue(String argument) {
        assertThat(run(argument)).isEqualTo(SampleApplication.WRONG_USAGE);

        assertThat(text(err).lines()).containsExactly(
                "sample-routes: unknown option " + argument.substring(0, argument.indexOf('=')) + ": see --help");
    }

    @Test
    void run_keepRunningWithoutDemo_printsOneLine() {
        assertThat(run("--keep-running")).isEqualTo(SampleApplication.WRONG_USAGE);

        assertThat(text(err).lines()).singleElement().asString().contains("--keep-running", "--demo");
    }

    @Test
    void run_workFolderCannotBeCreated_printsOneLineNamingIt() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(run("--work-dir", file.resolve("work").toString())).isEqualTo(SampleApplication.WRONG_USAGE);

        assertThat(text(err).lines()).singleElement().asString().contains("--work-dir " + file.resolve("work"));
    }

    @Test
    void run_misspelledProperty_printsOneLineWithoutItsValue() throws Exception {
        assertThat(runWith("sms.files.inbx=geheim")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString()
                .contains("sms.files.inbx is not a property", "did you mean sms.files.inbox?")
                .doesNotContain("geheim");
    }

    @Test
    void run_misspelledSystemProperty_printsOneLine() {
        System.setProperty("sms.broker.adress", "tcp://broker:61616");
        try {
            assertThat(run("--work-dir", folder.resolve("run").toString())).isEqualTo(SampleApplication.FAILED);
        } finally {
            System.clearProperty("sms.broker.adress");
        }

        assertThat(text(err).lines()).singleElement().asString().contains("sms.broker.adress is not a property",
                "the nearest are ", "sms.broker.url");
    }

    @Test
    void run_misspelledVariable_printsOneLine() throws Exception {
        variables = Set.of("SMS_SERVICE_PASWORD", "HOME");

        assertThat(runWith("sms.routes=java")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString()
                .contains("SMS_SERVICE_PASWORD is not a setting", "did you mean SMS_SERVICE_PASSWORD?");
    }

    @ParameterizedTest
    @CsvSource({
            "CAMEL_COMPONENT_SMS_BATCH_SIZE, camel.component.sms.batch-size",
            "CAMEL_COMPONENT_JMS_CLIENT_ID, camel.component.jms.client-id" })
    void run_componentVariable_printsOneLineNamingTheProperty(String variable, String property) throws Exception {
        variables = Set.of(variable);

        assertThat(runWith("sms.routes=java")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString().contains(variable + " has no effect: set " + property);
    }

    @Test
    void run_demoInADirectoryWithOtherFiles_keepsThem() throws Exception {
        Path precious = Files.createFile(folder.resolve("precious"));

        assertThat(run("--demo", "--work-dir", folder.toString())).isEqualTo(SampleApplication.WRONG_USAGE);

        assertThat(precious).exists();
        assertThat(text(err).lines()).singleElement().asString().contains("is not empty");
    }

    @Test
    void run_demo_endsWithAnOutcomeForEachMessage() throws Exception {
        int exitCode = run("--demo", "--config", quick(), "--work-dir", folder.resolve("run").toString());

        assertThat(text(out)).contains("Operations page: http://127.0.0.1:")
                .contains("All 1,400 messages have their outcomes");
        assertThat(exitCode).isEqualTo(SampleApplication.OK);
        assertThat(text(err)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "sms.service.url", "camel.component.sms.base-url" })
    void run_demoWithARemoteService_sendsNothing(String property) throws Exception {
        System.setProperty(property, "http://sms.invalid");
        try {
            assertThat(run("--demo", "--work-dir", folder.resolve("run").toString()))
                    .isEqualTo(SampleApplication.FAILED);
        } finally {
            System.clearProperty(property);
        }

        assertThat(text(err).lines()).singleElement().asString()
                .startsWith("sample-routes: the service http://sms.invalid is not on this machine");
        assertThat(folder.resolve("run/inbox/messages.csv")).doesNotExist();
    }

    @Test
    void run_demoWithALocalSimulatorAndNoPort_sendsToItAndServesNoPage() throws Exception {
        // Few messages are accepted, so that the run does not wait for many statuses.
        try (SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0).rejectedDestinations(".*(?<!99)")
                .deliveryDelay(Duration.ZERO, Duration.ZERO).build().start()) {
            System.setProperty("camel.component.sms.requests-per-second", "100");
            System.setProperty("sms.service.url", simulator.baseUrl());
            System.setProperty("sms.http.port", "");

            assertThat(run("--demo", "--config", quick(), "--work-dir", folder.resolve("run").toString()))
                    .isEqualTo(SampleApplication.OK);

            assertThat(simulator.statistics().acceptedMessages()).isPositive();
            assertThat(text(out)).doesNotContain("Operations page");
        } finally {
            System.clearProperty("sms.http.port");
            System.clearProperty("sms.service.url");
            System.clearProperty("camel.component.sms.requests-per-second");
        }
    }

    @Test
    void run_noServiceAddress_printsOneLineNamingPropertyVariableAndRemedy() {
        assertThat(run("--work-dir", folder.resolve("run").toString())).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString()
                .contains("sms.service.url is not set", "SMS_SERVICE_URL", "--demo", "sms.simulator=true");
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
                .isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString().contains("sms.service." + missing + " is not set", variable)
                .doesNotContain("geheim");
    }

    @Test
    void run_simulatorAndServiceAddress_printsOneLineNamingBoth() throws Exception {
        assertThat(runWith("sms.service.url=https://sms.example.com")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString()
                .contains("sms.simulator=true and sms.service.url are both set");
    }

    /** Address and credentials of the account and the address of the broker, as a container sets them. */
    @Test
    void main_environmentVariables_areHonored() throws Exception {
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), SampleApplication.class.getName(), "--work-dir",
                folder.resolve("run").toString());
        command.environment().putAll(Map.of("SMS_SERVICE_URL", "http://127.0.0.1:1", "SMS_USERNAME", "my-account",
                "SMS_SERVICE_PASSWORD", "geheim", "SMS_BROKER_URL", "tcp://127.0.0.1:1"));
        Process process = command.redirectErrorStream(true).start();

        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(SampleApplication.FAILED);
        assertThat(printed).contains("the broker cannot be reached").doesNotContain("is not set", "geheim");
    }

    @ParameterizedTest
    @CsvSource({
            "camel.component.sms.pasword, did you mean password?",
            "camel.component.jms.recieve-timeout, did you mean receive-timeout?" })
    void run_misspelledOption_printsOneLineWithTheNearestNameAndWithoutItsValue(String option, String remedy) throws Exception {
        assertThat(runWith(option + "=geheim")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString()
                .contains(option.substring(0, option.lastIndexOf('.')), "is not an option of the component: " + remedy)
                .doesNotContain("geheim");
    }

    @Test
    void run_unknownZone_printsOneLine() throws Exception {
        assertThat(runWith("camel.component.sms.zone=Mars/Olympus")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString().contains("Mars/Olympus").contains("zone");
    }

    @Test
    void run_brokerUnreachable_printsOneLine() throws Exception {
        assertThat(runWith("sms.broker.url=tcp://localhost:1")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString().contains("broker cannot be reached");
    }

    @Test
    void run_databaseUnreachable_printsOneLineNamingTheSettings() throws Exception {
        assertThat(runWith("sms.store.url=jdbc:postgresql://localhost:1/sms")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString()
                .startsWith("sample-routes: The message store cannot be opened").contains("localhost:1", "sms.store.url");
    }

    @Test
    void run_unknownRouteLanguage_printsOneLine() throws Exception {
        assertThat(runWith("sms.routes=kotlin")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).containsExactly("sample-routes: sms.routes=kotlin is neither java nor yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "sms.files.retryDelay=soon", "sms.files.delay=quick", "sms.files.unchangedFor=0", "sms.store.lease=soon",
            "sms.store.lease=5m30", "sms.store.lease=-5s", "sms.deliveryTimeout=24x", "sms.deliveryTimeout=0s",
            "sms.deliveryTimeout=PT5", "sms.deliveryTimeout=",
            "sms.files.charset=latin", "sms.jms.consumers=many", "sms.jms.consumers=0", "sms.jms.retrySeconds=-1",
            "sms.status.cron=never", "sms.broker.url=nonsense",
            "sms.http.port=many", "sms.http.host=192.0.2.1", "sms.simulator=yes" })
    void run_invalidValue_printsOneLineNamingPropertyAndValue(String property) throws Exception {
        assertThat(runWith(property)).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString()
                .contains(property.substring(0, property.indexOf('=')), property.substring(property.indexOf('=') + 1));
    }

    @Test
    void run_storeUrlOfAnotherDatabase_printsOneLineWithoutTheUrl() throws Exception {
        assertThat(runWith("sms.store.url=jdbc:h2:mem:geheim")).isEqualTo(SampleApplication.FAILED);

        assertThat(text(err).lines()).singleElement().asString().contains("sms.store.url", "jdbc:postgresql://")
                .doesNotContain("geheim");
    }

    @Test
    void bundledFile_content_equalsTheGeneratedFile() throws Exception {
        try (var resource = getClass().getResourceAsStream("/demo/messages.csv")) {
            assertThat(resource).isNotNull();
            assertThat(new String(resource.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(DemoFile.content());
        }
    }

    /** Properties with which files are read and listeners end sooner. */
    private String quick() throws Exception {
        return Files.writeString(folder.resolve("quick.properties"), """
                sms.files.delay=20
                sms.files.unchangedFor=1
                camel.component.jms.receive-timeout=50
                """).toString();
    }

    private int runWith(String property) throws Exception {
        Path config = Files.writeString(folder.resolve("my.properties"), "sms.simulator=true\n" + property + "\n");
        return run("--config", config.toString(), "--work-dir", folder.resolve("run").toString());
    }

    private int run(String... arguments) {
        return SampleApplication.run(new ArrayList<>(List.of(arguments)), variables,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
