package io.github.camelsms.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Arrays;

import javax.net.ssl.SSLSocketFactory;

import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * A certificate for <code>localhost</code> of an intermediate authority <code>mid</code>, whose certificate is of the
 * authority <code>ca</code>. The authority <code>other</code> has issued none of them.
 */
final class TestChain {

    private static final String PASSWORD = TestCertificate.PASSWORD;
    private static final String TYPE = TestCertificate.TYPE;

    private final Path folder;
    private final KeyStore keys;

    TestChain(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        this.folder = folder;
        make("ca", "CN=ca", "-ext", "bc:c");
        make("other", "CN=other", "-ext", "bc:c");
        make("mid", "CN=mid", "-ext", "bc:c", "-signer", "ca", "-signerkeypass", PASSWORD);
        make("server", "CN=localhost", "-ext", "san=dns:localhost", "-signer", "mid", "-signerkeypass", PASSWORD);
        keys = KeyStore.getInstance(folder.resolve("all.jks").toFile(), PASSWORD.toCharArray());
    }

    private void make(String alias, String name, String... options) throws IOException, InterruptedException {
        TestCertificate.makeKey(folder.resolve("all.jks"), alias, name, options);
    }

    /**
     * Returns the socket factory of a server that sends the first certificates of the chain.
     *
     * @param certificates 1 for an incomplete chain, 3 for the whole chain
     */
    SSLSocketFactory server(int certificates) throws IOException, GeneralSecurityException {
        KeyStore own = empty();
        Key key = keys.getKey("server", PASSWORD.toCharArray());
        Certificate[] chain = Arrays.copyOf(keys.getCertificateChain("server"), certificates);
        own.setKeyEntry("server", key, PASSWORD.toCharArray(), chain);
        return TestCertificate.serverSockets(own);
    }

    /** Returns parameters with a trust store of these authorities. */
    SSLContextParameters trust(String... authorities) throws IOException, GeneralSecurityException {
        KeyStore trusted = empty();
        for (String authority : authorities) {
            trusted.setCertificateEntry(authority, keys.getCertificate(authority));
        }
        Path file = folder.resolve("trust-" + String.join("-", authorities) + ".jks");
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, PASSWORD.toCharArray());
        }
        return TestCertificate.trust(file);
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(TYPE);
        store.load(null, null);
        return store;
    }
}
