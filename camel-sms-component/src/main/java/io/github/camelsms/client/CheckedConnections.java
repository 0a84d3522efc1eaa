package io.github.camelsms.client;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Socket;

import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections that count as stale not only when the service has closed them, but also when it has said something
 * while nothing was asked.
 * <p>
 * Such words, for example the status 408 with which some load balancers end an idle connection, would be taken for the
 * answer to the next request.
 */
final class CheckedConnections implements HttpConnectionFactory<ManagedHttpClientConnection> {

    private static final Timeout A_MOMENT = Timeout.ofMilliseconds(1);

    private final HttpConnectionFactory<ManagedHttpClientConnection> connections;

    CheckedConnections(HttpConnectionFactory<ManagedHttpClientConnection> connections) {
        this.connections = connections;
    }

    @Override
    public ManagedHttpClientConnection createConnection(@Nullable Socket socket) throws IOException {
        ManagedHttpClientConnection connection = connections.createConnection(socket);
        return (ManagedHttpClientConnection) Proxy.newProxyInstance(
                CheckedConnections.class.getClassLoader(), new Class<?>[] { ManagedHttpClientConnection.class },
                (proxy, method, arguments) -> {
                    if (method.getName().equals("isStale")) {
                        return connection.isStale() || connection.isDataAvailable(A_MOMENT);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
