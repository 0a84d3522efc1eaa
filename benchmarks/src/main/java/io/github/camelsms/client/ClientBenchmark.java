package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.benchmarks.peers.PreparedMessages;
import io.github.camelsms.model.SmsMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Cost per message of a full request in the codec and the matcher.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(PreparedMessages.BATCH)
public class ClientBenchmark {

    private final List<SmsMessage> batch = List.copyOf(new PreparedMessages().list(0));
    private final HttpReply.Received response
            = new HttpReply.Received(200, response(batch), "application/json", null, List.of());
    private final HttpReply.Received wrappedResponse
            = new HttpReply.Received(200, wrapped(response.body()), "application/json", null, List.of());
    private final List<ResultItem> items = SendResponseParser.parse(batch, response).items();

    @Benchmark
    public Object writeRequest() {
        return SendRequestWriter.write(batch);
    }

    /** Reading includes matching. */
    @Benchmark
    public Object readResponse() {
        return SendResponseReader.read(batch, response);
    }

    /** Reading a response with an envelope, which the interface does not specify. */
    @Benchmark
    public Object readWrappedResponse() {
        return SendResponseReader.read(batch, wrappedResponse);
    }

    @Benchmark
    public Object match() {
        return ResultMatcher.match(batch, items);
    }

    private static byte[] wrapped(byte[] array) {
        return ("{\"status\":\"OK\",\"code\":5,\"result\":" + new String(array, StandardCharsets.UTF_8) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] response(List<SmsMessage> batch) {
        List<String> items = new ArrayList<>();
        for (SmsMessage message : batch) {
            items.add("{\"status\":\"OK\",\"code\":5,\"id_sms\":\"sms-" + items.size() + "\",\"correlationId\":\""
                      + message.correlationId() + "\"}");
        }
        return ("[" + String.join(",", items) + "]").getBytes(StandardCharsets.UTF_8);
    }
}
