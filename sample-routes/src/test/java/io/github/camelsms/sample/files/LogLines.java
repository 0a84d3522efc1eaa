package io.github.camelsms.sample.files;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/**
 * What a class has logged since this was made, each with its level.
 */
final class LogLines extends AbstractAppender implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    LogLines(Class<?> type) {
        super("lines", null, null, false, Property.EMPTY_ARRAY);
        logger = (Logger) LogManager.getLogger(type);
        start();
        logger.addAppender(this);
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void append(LogEvent event) {
        lines.add(event.getLevel() + " " + event.getMessage().getFormattedMessage());
    }

    @Override
    public void close() {
        logger.removeAppender(this);
        stop();
    }
}
