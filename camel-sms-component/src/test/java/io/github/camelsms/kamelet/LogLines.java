package io.github.camelsms.kamelet;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/**
 * Keeps what loggers say at DEBUG and above, and keeps it from the console.
 */
final class LogLines extends AbstractAppender implements AutoCloseable {

    private final Queue<String> all = new ConcurrentLinkedQueue<>();
    private final List<String> loggers = new ArrayList<>();

    LogLines() {
        super("kamelet-lines", null, null, true, Property.EMPTY_ARRAY);
        start();
    }

    void listen(String... names) {
        loggers.addAll(List.of(names));
        LoggerContext logging = (LoggerContext) LogManager.getContext(false);
        for (String name : loggers) {
            LoggerConfig logger = new LoggerConfig(name, Level.DEBUG, false);
            logger.addAppender(this, Level.DEBUG, null);
            logging.getConfiguration().addLogger(name, logger);
        }
        logging.updateLoggers();
    }

    /** Camel's resolver of properties writes each one that it resolves at DEBUG, secret or not. */
    void leaveOut(String name) {
        LoggerContext logging = (LoggerContext) LogManager.getContext(false);
        logging.getConfiguration().addLogger(name, new LoggerConfig(name, Level.INFO, true));
        logging.updateLoggers();
        loggers.add(name);
    }

    @Override
    public void append(LogEvent event) {
        all.add(event.getMessage().getFormattedMessage() + " " + event.getThrown());
    }

    List<String> all() {
        return List.copyOf(all);
    }

    @Override
    public void close() {
        LoggerContext logging = (LoggerContext) LogManager.getContext(false);
        loggers.forEach(logging.getConfiguration()::removeLogger);
        logging.updateLoggers();
    }
}
