package io.github.camelsms.sample.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

import io.github.camelsms.sample.files.FileSettings;
import io.github.camelsms.sample.files.RetryTimes;
import io.github.camelsms.sample.files.SmsFiles;
import io.github.camelsms.sample.files.SmsFolders;
import io.github.camelsms.sample.jms.BrokerConnections;
import io.github.camelsms.sample.jms.QueueNames;
import io.github.camelsms.sample.jms.SmsQueue;
import io.github.camelsms.sample.output.PrivateFiles;
import io.github.camelsms.sample.status.SmsStatuses;
import io.github.camelsms.sample.status.StatusesFile;
import io.github.camelsms.sample.tally.Tally;
import org.springframework.jms.connection.CachingConnectionFactory;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;

/**
 * Makes the beans that the routes call, from the properties, and gives them to the Camel context under the names that
 * the routes use.
 */
public final class SampleBeans {

    private static final int SEEN_IN_MEMORY = 1000;
    private static final long SEEN_FILE_BYTES = 32L * 1024 * 1024;

    private final CamelContext context;
    private final SampleProperties properties;
    private final Tally tally;
    private final InstantSource clock;

    public SampleBeans(CamelContext context, Tally tally, InstantSource clock) {
        this.context = context;
        this.properties = new SampleProperties(context);
        this.tally = tally;
        this.clock = clock;
    }

    /**
     * Binds the beans; the broker must be up when the context starts.
     *
     * @throws IllegalArgumentException if a property cannot be used; the message names it
     */
    public void bind() throws Exception {
        properties.checkCron("sms.status.cron");
        properties.checkPositive("sms.files.delay");
        properties.checkPositive("sms.files.unchangedFor");
        bindFiles();
        bindQueue();
        context.getRegistry().bind("smsStatuses",
                new SmsStatuses(new StatusesFile(Path.of(properties.text("sms.status.file"))), tally));
    }

    private void bindFiles() throws Exception {
        RetryTimes retryTimes = new RetryTimes(SystemClock::nanoTime);
        PrivateFiles.createFolders(Path.of(properties.text("sms.files.inbox")));
        Path seenFile = Path.of(properties.text("sms.files.seen"));
        PrivateFiles.createIfMissing(seenFile);
        FileIdempotentRepository seen = new FileIdempotentRepository();
        seen.setFileStore(seenFile.toFile());
        seen.setCacheSize(SEEN_IN_MEMORY);
        seen.setMaxFileStoreSize(SEEN_FILE_BYTES);
        context.addService(seen);
        FileSettings settings = new FileSettings(
                properties.number("sms.files.chunkSize"), properties.number("sms.files.chunksInFlight"),
                properties.duration("sms.files.retryDelay"), FileSettings.charset(properties.text("sms.files.charset")));
        SmsFolders folders
                = new SmsFolders(Path.of(properties.text("sms.files.done")), Path.of(properties.text("sms.files.failed")));
        context.getRegistry().bind("smsFilesDue", retryTimes);
        context.getRegistry().bind("smsFiles", new SmsFiles(folders, settings, retryTimes, seen, tally));
        context.getExecutorServiceManager().registerThreadPoolProfile(chunkThreads(settings));
    }

    /**
     * One thread more than chunks in flight: the one that waits for a place among them must not be the last.
     */
    private static ThreadPoolProfile chunkThreads(FileSettings settings) {
        int threads = settings.chunksInFlight() + 1;
        return new ThreadPoolProfileBuilder("smsFileChunks").poolSize(threads).maxPoolSize(threads).maxQueueSize(-1)
                .build();
    }

    private void bindQueue() {
        CachingConnectionFactory connections = BrokerConnections.to(properties.text("sms.broker.url"),
                properties.text("sms.broker.username"), properties.text("sms.broker.password"));
        context.addComponent("jms", jms(connections));
        QueueNames queues = new QueueNames(
                properties.text("sms.jms.outbox"), properties.text("sms.jms.results"),
                properties.text("sms.jms.rejected"), properties.text("sms.jms.unknown"));
        properties.checkPositive("sms.jms.consumers");
        Duration redeliveryDelay = properties.duration("sms.jms.redeliveryDelay");
        context.getRegistry().bind("smsQueue",
                new SmsQueue(queues, properties.number("sms.jms.batchSize"), redeliveryDelay, clock, tally));
    }

    private static JmsComponent jms(CachingConnectionFactory connections) {
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(connections);
        // The session's own transaction is enough: nothing but the queues takes part in it.
        jms.setLazyCreateTransactionManager(false);
        jms.setTestConnectionOnStartup(true);
        return jms;
    }
}
