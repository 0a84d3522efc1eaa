package io.github.camelsms.benchmarks.peers;

import java.io.IOException;
import java.net.URI;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * A blocking Apache HttpClient 5 without the features that a POST does not need: the minimum cost of a request.
 * Thread-safe.
 */
public final class BareClient implements AutoCloseable {

    /** Maximum number of requests in flight for each sender. */
    public static final int IN_FLIGHT = 4;

    private final URI send;
    private final CloseableHttpClient client;

    public BareClient(URI baseUrl) {
        this.send = baseUrl.resolve("/v1/send");
        this.client = httpClient();
    }

    /** Returns the Apache client, for frameworks that need it. */
    static CloseableHttpClient httpClient() {
        return HttpClients.custom()
                .setConnectionManager(
                        PoolingHttpClientConnectionManagerBuilder.create()
                                .setMaxConnPerRoute(IN_FLIGHT).setMaxConnTotal(IN_FLIGHT).build())
                .disableAutomaticRetries().disableRedirectHandling().disableCookieManagement().disableAuthCaching()
                .disableContentCompression().disableConnectionState()
                .build();
    }

    /**
     * Posts a body and reads the response.
     *
     * @return             body of the response
     * @throws IOException also if the response is not 200
     */
    public byte[] post(byte[] body) throws IOException {
        HttpPost request = new HttpPost(send);
        request.setHeader("Authorization", PreparedMessages.AUTHORIZATION);
        request.setHeader("Accept", "application/json");
        request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        return client.execute(request, response -> {
            byte[] content = EntityUtils.toByteArray(response.getEntity());
            if (response.getCode() != 200) {
                throw new HttpException("status " + response.getCode());
            }
            return content;
        });
    }

    /**
     * Writes the messages with Jackson, posts them, and finds the result of each in the response.
     *
     * @throws IOException also if a message was not accepted
     */
    public void send(List<SmsMessage> messages) throws IOException {
        int accepted = PeerJson.countAccepted(messages, PeerJson.read(post(PeerJson.write(messages))));
        if (accepted != messages.size()) {
            throw new IOException(accepted + " of " + messages.size() + " messages were accepted");
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
