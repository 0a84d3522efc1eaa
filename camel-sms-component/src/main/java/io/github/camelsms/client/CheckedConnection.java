package io.github.camelsms.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Connection that accepts no truncated head of a response, and that is not reused if the service has sent bytes without
 * a request, or more than the length of a response.
 * <p>
 * The client would take a truncated head for a response without a body, although the body could have had results, and
 * would read the bytes as the response to the next request. Some load balancers, for example, send status 408 when they
 * close an idle connection.
 */
final class CheckedConnection extends DefaultBHttpClientConnection implements ManagedHttpClientConnection {

    private static final Timeout CHECK_TIMEOUT = Timeout.ofMilliseconds(1);

    private final ResponseParser parser;
    private Timeout socketTimeout = Timeout.ZERO_MILLISECONDS;

    /** Parser that rejects a truncated head, and gives access to the connection's buffer. */
    private static final class ResponseParser implements HttpMessageParser<ClassicHttpResponse> {

        private final HttpMessageParser<ClassicHttpResponse> parser;
        private @Nullable SessionInputBuffer buffer;

        ResponseParser(Http1Config config) {
            // The parser of the HTTP client skips lines before the status line, and logs them at DEBUG.
            parser = new DefaultHttpResponseParser(config);
        }

        @Override
        public ClassicHttpResponse parse(SessionInputBuffer input, InputStream stream) throws IOException, HttpException {
            buffer = input;
            EndingStream ending = new EndingStream(stream);
            ClassicHttpResponse response = parser.parse(input, ending);
            if (ending.hasEnded) {
                throw new ConnectionClosedException("the head of the response is truncated");
            }
            return response;
        }

        boolean hasMore() {
            return buffer != null && buffer.length() > 0;
        }
    }

    /** Stream that records its end. A complete head ends with a blank line, and nothing is read after it. */
    private static final class EndingStream extends FilterInputStream {

        private boolean hasEnded;

        EndingStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return ended(super.read());
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return ended(super.read(bytes, offset, length));
        }

        private int ended(int read) {
            hasEnded |= read < 0;
            return read;
        }
    }

    CheckedConnection(Http1Config config) {
        this(config, new ResponseParser(config));
    }

    private CheckedConnection(Http1Config config, ResponseParser parser) {
        super(config, null, null, null, null, new DefaultHttpRequestWriterFactory(config), ignored -> parser);
        this.parser = parser;
    }

    /** Called after a response. Returns whether the connection returns to the pool. */
    @Override
    public boolean isConsistent() {
        return super.isConsistent() && !parser.hasMore();
    }

    /** Blocks for at most one millisecond. */
    @Override
    public boolean isStale() {
        try {
            // Returns as soon as there is a byte or the end of the stream.
            awaitInput(CHECK_TIMEOUT);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void bind(Socket socket) throws IOException {
        super.bind(socket);
        checkDeadline();
        socketTimeout = Timeout.ofMilliseconds(socket.getSoTimeout());
    }

    @Override
    public void bind(SSLSocket sslSocket, Socket baseSocket) throws IOException {
        super.bind(sslSocket, baseSocket);
        checkDeadline();
        socketTimeout = Timeout.ofMilliseconds(sslSocket.getSoTimeout());
    }

    /** The client connects to the next address of the host, although the call was cancelled while it connected. */
    private void checkDeadline() throws IOException {
        try {
            HttpCall.checkDeadline();
        } catch (IOException e) {
            close(CloseMode.IMMEDIATE);
            throw e;
        }
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        super.setSocketTimeout(timeout);
        socketTimeout = timeout;
    }

    @Override
    public @Nullable Socket getSocket() {
        SocketHolder holder = getSocketHolder();
        return holder == null ? null : holder.getSocket();
    }

    @Override
    public @Nullable SSLSession getSSLSession() {
        return getSocket() instanceof SSLSocket socket ? socket.getSession() : null;
    }

    /** Called when the connection returns to the pool. */
    @Override
    public void passivate() {
        super.setSocketTimeout(Timeout.ZERO_MILLISECONDS);
    }

    /** Called when the connection is leased from the pool. If it is closed, the client connects it again. */
    @Override
    public void activate() {
        if (parser.hasMore() || hasReceived()) {
            close(CloseMode.IMMEDIATE);
        } else {
            super.setSocketTimeout(socketTimeout);
        }
    }

    /** Returns whether there are unread bytes, encrypted or not. Does not block. */
    private boolean hasReceived() {
        SocketHolder holder = getSocketHolder();
        try {
            return holder != null
                    && (holder.getInputStream().available() > 0 || holder.getBaseSocket().getInputStream().available() > 0);
        } catch (IOException e) {
            return true;
        }
    }
}
