package io.github.camelsms.springboot;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

/**
 * A service over HTTPS that accepts the first message of each request, with a self-signed certificate for
 * <code>localhost</code>.
 */
final class TlsService implements AutoCloseable {

    static final String PASSWORD = "changeit";

    private final Path keyStore;
    private final HttpsServer server;

    /**
     * @param folder directory for the key store
     */
    TlsService(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        keyStore = folder.resolve("service.p12");
        makeKeyStore();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls()));
        server.createContext("/v1/send", TlsService::accept);
        server.start();
    }

    String baseUrl() {
        return "https://localhost:" + server.getAddress().getPort();
    }

    /** Returns the key store with the certificate, for use as a trust store. */
    Path keyStore() {
        return keyStore;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static void accept(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode message = new ObjectMapper().readTree(exchange.getRequestBody()).path("sms").path(0);
            byte[] response = ("[{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":"
                               + message.path("correlationId") + "}]")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, response.length);
            exchange.getResponseBody().write(response);
        }
    }

    private void makeKeyStore() throws IOException, InterruptedException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        int exit = new ProcessBuilder(
                keytool.toString(), "-genkeypair", "-alias", "service", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
                "san=dns:localhost", "-storetype", "PKCS12", "-keystore", keyStore.toString(), "-storepass", PASSWORD)
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        if (exit != 0) {
            throw new IOException("keytool ended with " + exit);
        }
    }

    private SSLContext tls() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return tls;
    }
}
