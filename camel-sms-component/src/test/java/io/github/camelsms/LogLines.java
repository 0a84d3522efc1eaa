package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/**
 * Captures log lines. Captured loggers do not write to the console.
 */
public final class LogLines extends AbstractAppender implements AutoCloseable {

    private final List<String> loggers;
    private final Queue<Line> all = new ConcurrentLinkedQueue<>();

    private LogLines(List<String> loggers) {
        super("lines", null, null, true, Property.EMPTY_ARRAY);
        this.loggers = loggers;
    }

    /** Returns a log line with its stack trace, as in a file. */
    public record Line(Level level, String logger, String text) {
    }

    /** Captures loggers from the given levels, and what other loggers write to the console. */
    public static LogLines of(Map<String, Level> loggers) {
        LogLines lines = new LogLines(List.copyOf(loggers.keySet()));
        lines.start();
        configure(configuration -> {
            configuration.getRootLogger().addAppender(lines, Level.ALL, null);
            loggers.forEach((name, level) -> {
                LoggerConfig logger = new LoggerConfig(name, level, false);
                logger.addAppender(lines, level, null);
                configuration.addLogger(name, logger);
            });
        });
        return lines;
    }

    @Override
    public void append(LogEvent event) {
        StringBuilder text = new StringBuilder(event.getMessage().getFormattedMessage());
        for (Throwable thrown = event.getThrown(); thrown != null; thrown = thrown.getCause()) {
            text.append('\n').append(thrown);
        }
        all.add(new Line(event.getLevel(), event.getLoggerName(), text.toString()));
    }

    public List<Line> all() {
        return new ArrayList<>(all);
    }

    public List<String> ofLogger(String prefix) {
        return all.stream().filter(line -> line.logger().startsWith(prefix)).map(Line::text).toList();
    }

    /** Returns the component's own lines of a level. */
    public List<String> at(Level level) {
        return all.stream().filter(line -> line.logger().startsWith("io.github.camelsms") && line.level() == level)
                .map(Line::text).toList();
    }

    void clear() {
        all.clear();
    }

    @Override
    public void close() {
        configure(configuration -> {
            configuration.getRootLogger().removeAppender(getName());
            loggers.forEach(configuration::removeLogger);
        });
        stop();
    }

    private static void configure(Consumer<Configuration> change) {
        LoggerContext logging = (LoggerContext) LogManager.getContext(false);
        change.accept(logging.getConfiguration());
        logging.updateLoggers();
    }
}
