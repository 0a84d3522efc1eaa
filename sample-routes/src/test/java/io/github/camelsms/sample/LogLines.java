package io.github.camelsms.sample;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/**
 * Lines that a logger writes from now until it is closed.
 */
public final class LogLines extends AbstractAppender implements AutoCloseable {

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Logger logger;

    /**
     * @param name name of the logger; empty for all
     */
    public LogLines(String name) {
        super("lines", null, null, true, Property.EMPTY_ARRAY);
        start();
        logger = (Logger) (name.isEmpty() ? LogManager.getRootLogger() : LogManager.getLogger(name));
        logger.addAppender(this);
    }

    @Override
    public void append(LogEvent event) {
        messages.add(event.getMessage().getFormattedMessage());
    }

    public List<String> messages() {
        return messages;
    }

    @Override
    public void close() {
        logger.removeAppender(this);
    }
}
