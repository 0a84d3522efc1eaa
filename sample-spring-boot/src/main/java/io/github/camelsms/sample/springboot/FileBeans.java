package io.github.camelsms.sample.springboot;

import java.io.IOException;
import java.nio.file.Path;

import io.github.camelsms.sample.files.FileRoutes;
import io.github.camelsms.sample.files.FileSettings;
import io.github.camelsms.sample.files.RetryTimes;
import io.github.camelsms.sample.files.SmsFiles;
import io.github.camelsms.sample.files.SmsFolders;
import io.github.camelsms.sample.output.PrivateFiles;
import io.github.camelsms.sample.run.SystemClock;
import io.github.camelsms.sample.tally.Tally;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;

/**
 * The file routes and what they call.
 */
@Configuration(proxyBeanMethods = false)
class FileBeans {

    @Bean
    FileRoutes fileRoutes() {
        return new FileRoutes();
    }

    @Bean
    SmsFiles smsFiles(SampleSettings settings, RetryTimes smsFilesDue, IdempotentRepository seenFiles, Tally tally)
            throws IOException {
        PrivateFiles.createFolders(Path.of(settings.files().inbox()));
        SmsFolders folders = new SmsFolders(Path.of(settings.files().done()), Path.of(settings.files().failed()));
        return new SmsFiles(folders, settings.files().settings(), smsFilesDue, seenFiles, tally);
    }

    @Bean
    RetryTimes smsFilesDue() {
        return new RetryTimes(SystemClock::nanoTime);
    }

    /** Closed by Camel, which it is a service of. */
    @Bean(destroyMethod = "")
    IdempotentRepository seenFiles(SampleSettings settings, CamelContext context) throws Exception {
        FileIdempotentRepository seen = new FileIdempotentRepository();
        Path seenFile = Path.of(settings.files().seen());
        PrivateFiles.createIfMissing(seenFile);
        seen.setFileStore(seenFile.toFile());
        context.addService(seen);
        return seen;
    }

    /** One thread more than chunks in flight: the one that waits for a place among them must not be the last. */
    @Bean
    ThreadPoolProfile smsFileChunks(SampleSettings settings) {
        FileSettings files = settings.files().settings();
        int threads = files.chunksInFlight() + 1;
        return new ThreadPoolProfileBuilder("smsFileChunks").poolSize(threads).maxPoolSize(threads).maxQueueSize(-1)
                .build();
    }
}
