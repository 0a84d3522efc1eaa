package io.github.camelsms.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;

/**
 * A server that speaks TLS with a certificate for <code>localhost</code> alone and accepts one message for id "a".
 */
final class TlsStubServer implements AutoCloseable {

    private static final String PASSWORD = "changeit";

    private final Path keyStore;
    private final SSLServerSocket listener;

    private TlsStubServer(Path keyStore, SSLServerSocket listener) {
        this.keyStore = keyStore;
        this.listener = listener;
    }

    static TlsStubServer start() throws Exception {
        Path keyStore = Files.createTempDirectory("tls-stub").resolve("server.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        int exit = new ProcessBuilder(
                keytool.toString(), "-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
                "san=dns:localhost", "-validity", "3650", "-storetype", "PKCS12", "-keystore", keyStore.toString(),
                "-storepass", PASSWORD)
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        if (exit != 0) {
            throw new IOException("keytool ended with " + exit);
        }
        KeyStore keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        TlsStubServer server = new TlsStubServer(
                keyStore,
                (SSLServerSocket) tls.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress()));
        Thread thread = new Thread(server::serve, "tls-stub-server");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    URI address(String host) {
        return URI.create("https://" + host + ":" + listener.getLocalPort());
    }

    /** Parameters by which a client trusts this server. */
    SSLContextParameters trust() {
        KeyStoreParameters store = new KeyStoreParameters();
        store.setResource("file:" + keyStore);
        store.setPassword(PASSWORD);
        store.setType("PKCS12");
        TrustManagersParameters trust = new TrustManagersParameters();
        trust.setKeyStore(store);
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setTrustManagers(trust);
        return parameters;
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (SSLSocket socket = (SSLSocket) listener.accept()) {
                StubServer.read(socket.getInputStream());
                socket.getOutputStream().write(
                        StubServer.response(200, "[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}]")
                                .getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // A client that does not trust us goes away, which is what a test is about.
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(keyStore);
        Files.deleteIfExists(keyStore.getParent());
    }
}
