package io.github.camelsms.benchmarks.peers;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.camelsms.model.SmsMessage;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.integration.aggregator.MessageCountReleaseStrategy;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlowBuilder;
import org.springframework.integration.dsl.Pollers;
import org.springframework.integration.http.dsl.Http;
import org.springframework.integration.store.MessageGroup;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.web.client.RestTemplate;

/**
 * Spring Integration: aggregator and HTTP gateway with Jackson and Apache HttpClient 5; paced by a poller. The
 * aggregator's reaper sends incomplete groups, which costs less than a timer per message.
 */
public final class SpringSender implements Sender {

    private static final String BATCH = "batch";

    private final ExecutorService threads = Executors.newFixedThreadPool(BareClient.IN_FLIGHT);
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final HttpComponentsClientHttpRequestFactory requests
            = new HttpComponentsClientHttpRequestFactory(BareClient.httpClient());
    private final MessageChannel messages;

    public SpringSender(URI baseUrl, Pace pace) {
        context.register(Integration.class);
        context.registerBean("send", IntegrationFlow.class, () -> flow(baseUrl, pace));
        context.refresh();
        messages = context.getBean("messages", MessageChannel.class);
    }

    @Override
    public String name() {
        return "spring";
    }

    @Override
    public void send(SmsMessage message, Confirmation confirmation) {
        messages.send(new GenericMessage<>(new Pending(message, confirmation)));
    }

    @Override
    public void close() throws Exception {
        context.close();
        threads.shutdown();
        requests.destroy();
    }

    private IntegrationFlow flow(URI baseUrl, Pace pace) {
        IntegrationFlowBuilder batches = IntegrationFlow.from("messages")
                .aggregate(aggregator -> aggregator
                        .correlationStrategy(message -> BATCH)
                        .releaseStrategy(new MessageCountReleaseStrategy(PreparedMessages.BATCH))
                        .expireGroupsUponCompletion(true)
                        .sendPartialResultOnExpiry(true)
                        .expireTimeout(pace.linger().toMillis())
                        .expireDuration(pace.linger().dividedBy(20))
                        .outputProcessor(SpringSender::request));
        if (pace.requestsPerSecond() == 1) {
            batches.channel(channels -> channels.queue()).bridge(
                    bridge -> bridge.poller(Pollers.fixedRate(Duration.ofSeconds(1)).maxMessagesPerPoll(1)));
        } else {
            batches.channel(channels -> channels.executor(threads));
        }
        return batches
                .handle(Http.outboundGateway(baseUrl.resolve("/v1/send"), restTemplate())
                        .httpMethod(HttpMethod.POST)
                        .mappedRequestHeaders("Authorization", MessageHeaders.CONTENT_TYPE)
                        .expectedResponseType(PeerJson.Item[].class))
                .handle(SpringSender::confirm)
                .get();
    }

    private static Object request(MessageGroup group) {
        List<Pending> batch = group.streamMessages().map(message -> (Pending) message.getPayload()).toList();
        return MessageBuilder.withPayload(new PeerJson.Request(batch.stream().map(Pending::message).toList()))
                .setHeader(BATCH, batch)
                .setHeader("Authorization", PreparedMessages.AUTHORIZATION)
                .setHeader(MessageHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
    }

    @SuppressWarnings("unchecked")
    private static void confirm(Message<?> response) {
        PeerJson.confirm((List<Pending>) response.getHeaders().get(BATCH, List.class), items(response));
    }

    private static PeerJson.Item[] items(Message<?> response) {
        return (PeerJson.Item[]) response.getPayload();
    }

    private RestTemplate restTemplate() {
        RestTemplate template = new RestTemplate(List.of(new MappingJackson2HttpMessageConverter(PeerJson.MAPPER)));
        template.setRequestFactory(requests);
        return template;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    static class Integration {
    }
}
