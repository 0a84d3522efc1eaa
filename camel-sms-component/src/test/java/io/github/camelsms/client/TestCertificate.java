package io.github.camelsms.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;

/**
 * A self-signed certificate for <code>localhost</code> only, created anew for each test run.
 */
final class TestCertificate {

    static final String PASSWORD = "changeit";
    /** PKCS12 derives its keys with 10,000 iterations, each time that a client reads it. */
    static final String TYPE = "JKS";

    static final TestCertificate LOCALHOST = new TestCertificate();

    private final Path keyStore;
    private final SSLContextParameters trust;
    private final SSLSocketFactory serverSockets;

    private TestCertificate() {
        try {
            Path folder = Files.createTempDirectory("test-certificate");
            folder.toFile().deleteOnExit();
            keyStore = folder.resolve("server.jks");
            makeKey(keyStore, "server", "CN=localhost", "-ext", "san=dns:localhost");
            keyStore.toFile().deleteOnExit();
            trust = trust(keyStore);
            serverSockets = serverSockets(KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the socket factory for a server with this certificate. */
    SSLSocketFactory serverSockets() {
        return serverSockets;
    }

    /** Returns parameters for a client that trusts this certificate. */
    SSLContextParameters trust() {
        return trust;
    }

    /** Adds a key with its certificate to a key store. */
    static void makeKey(Path keyStore, String alias, String name, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias", alias,
                        "-dname", name, "-keyalg", "EC", "-validity", "3650", "-storetype", TYPE, "-keystore",
                        keyStore.toString(), "-storepass", PASSWORD, "-keypass", PASSWORD));
        command.addAll(List.of(options));
        int exit = new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        if (exit != 0) {
            throw new IOException("keytool ended with " + exit);
        }
    }

    /** Returns the socket factory for a server with the key of a key store. */
    static SSLSocketFactory serverSockets(KeyStore keys) throws GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return tls.getSocketFactory();
    }

    /** Returns parameters for a client that trusts the certificates in a key store. */
    static SSLContextParameters trust(Path keyStore) {
        KeyStoreParameters store = new KeyStoreParameters();
        store.setResource("file:" + keyStore);
        store.setPassword(PASSWORD);
        store.setType(TYPE);
        TrustManagersParameters trusted = new TrustManagersParameters();
        trusted.setKeyStore(store);
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setTrustManagers(trusted);
        return parameters;
    }
}
