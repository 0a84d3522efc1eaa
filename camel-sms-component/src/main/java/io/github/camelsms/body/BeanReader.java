package io.github.camelsms.body;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the application's objects, such as those that <code>unmarshal().json(Notice.class)</code> returns.
 * Jackson's annotations name their properties.
 */
final class BeanReader {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .addModule(dates()).build();

    private BeanReader() {
    }

    /** Writes dates as ISO-8601 text, without a dependency on Jackson's module for them. */
    private static SimpleModule dates() {
        SimpleModule dates = new SimpleModule();
        for (Class<?> type : new Class<?>[] {
                Instant.class, LocalDate.class, LocalDateTime.class, OffsetDateTime.class, ZonedDateTime.class }) {
            dates.addSerializer(type, ToStringSerializer.instance);
        }
        return dates;
    }

    /**
     * Returns the properties of an object that has the text of a message or a list of messages, even misspelled, or
     * null for other objects.
     *
     * @throws IllegalArgumentException if its properties cannot be read; without the cause's message, which may quote
     *                                  them
     */
    static @Nullable Map<?, ?> read(Object bean) {
        if (bean.getClass().getClassLoader() == null) {
            // A number, date or other object of the JDK.
            return null;
        }
        Object properties;
        try {
            // As an object, because an object of the application may be a text or a list in JSON.
            properties = JSON.convertValue(bean, Object.class);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the properties of a " + bean.getClass().getName() + " cannot be read ("
                                               + (e.getCause() == null ? e : e.getCause()).getClass().getSimpleName() + ")",
                    e);
        }
        boolean isMessage = properties instanceof Map<?, ?> map
                && (map.containsKey(FieldNames.TEXT) || map.get(FieldNames.LIST) instanceof List<?>
                        || FieldNames.complaint(map) != null);
        return isMessage ? (Map<?, ?>) properties : null;
    }
}
