package io.github.camelsms.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import io.github.camelsms.cli.CommandRun;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceOptionsTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    @TempDir
    Path directory;

    private final CommandRun count = new CommandRun("messages", "count");

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
            "-, demo, secret, 'address of the service is missing: set --base-url'",
            "http://localhost:1, -, secret, 'user name is missing: set --username'",
            "http://localhost:1, demo, -, 'password is missing: set --password-file, the environment variable SMS_PASSWORD'" })
    void run_settingMissing_namesItAndReturns2(String baseUrl, String username, String password, String message) {
        CommandRun command = count.home(directory);
        if (baseUrl != null) {
            command.with("SMS_BASE_URL", baseUrl);
        }
        if (username != null) {
            command.with("SMS_USERNAME", username);
        }
        if (password != null) {
            command.with("SMS_PASSWORD", password);
        }

        assertThat(command.run()).isEqualTo(2);

        assertThat(command.err().lines()).singleElement().asString().contains(message).doesNotContain("secret");
    }

    @Test
    void run_standardConfigurationFile_suppliesAllSettingsAndTheStoreIsPrivate() throws IOException {
        Path home = Files.createDirectories(directory.resolve(".camel-sms"));
        privately(home.resolve("config.properties"), """
                camel.component.sms.base-url=%s
                camel.component.sms.username=demo
                camel.component.sms.password=demo
                camel.component.sms.long-message=split
                """.formatted(SMS.baseUrl()));

        assertThat(count.home(directory).run()).as(count.err()).isZero();

        assertThat(home.resolve("messages.db")).exists();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void run_passwordFileThatOthersCanRead_isRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "secret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(run("--password-file", file.toString())).isEqualTo(2);

        assertThat(count.err().lines()).singleElement().asString().contains("chmod 600").doesNotContain("secret");
    }

    @Test
    void run_passwordFile_isUsedWithoutItsLineEnd() throws IOException {
        Path file = privately(directory.resolve("password"), "demo\n");

        assertThat(run("--password-file", file.toString())).as(count.err()).isZero();
    }

    @Test
    void run_unknownPropertyOfTheComponent_namesIt() throws IOException {
        Path file = privately(directory.resolve("config"), "camel.component.sms.pasword=secret\n");

        assertThat(run("--config", file.toString())).isEqualTo(2);

        assertThat(count.err().lines()).singleElement().asString().contains("the property pasword").doesNotContain("secret");
    }

    @Test
    void run_passwordAsArgument_isUnknownAndNotPrinted() {
        assertThat(run("--password=secret")).isEqualTo(2);

        assertThat(count.err().lines()).singleElement().asString().contains("unknown option --password")
                .doesNotContain("secret");
    }

    @Test
    void run_storeThatIsNoDatabase_saysSo() throws IOException {
        Path file = Files.writeString(directory.resolve("not-a-database"), "x".repeat(5000));

        assertThat(run("--store", file.toString())).isEqualTo(1);

        assertThat(count.err().lines()).singleElement().asString().contains("not-a-database");
    }

    private int run(String... arguments) {
        return count.home(directory).with("SMS_BASE_URL", SMS.baseUrl()).with("SMS_USERNAME", "demo")
                .with("SMS_PASSWORD", "demo").run(arguments);
    }

    private static Path privately(Path file, String content) throws IOException {
        Files.writeString(file, content);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return file;
    }
}
