package io.github.camelsms.sample.springboot;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Types of all properties in the configuration metadata of the classpath. Values are bound to them as by Spring Boot.
 */
final class TypedProperties {

    private final Map<String, String> types = new HashMap<>();

    TypedProperties() throws IOException {
        for (URL metadata : KubernetesExampleTest.metadata()) {
            for (JsonNode property : new ObjectMapper().readTree(metadata).path("properties")) {
                if (property.has("type")) {
                    types.put(property.path("name").asText(), property.path("type").asText());
                }
            }
        }
    }

    /** Returns the properties that are unknown or do not bind, with the reason. Placeholders are not resolved. */
    List<String> problems(Properties properties) {
        List<String> problems = new ArrayList<>();
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            String value = properties.getProperty(name);
            String typed = types.containsKey(name) ? name : mapOf(name);
            if (typed == null) {
                problems.add(name + " is unknown");
            } else if (!value.contains("${") && !value.startsWith("#bean:")) {
                try {
                    ConfigurationPropertySource source = new MapConfigurationPropertySource(Map.of(name, value));
                    new Binder(source).bind(typed, Bindable.of(type(types.get(typed))));
                } catch (BindException e) {
                    problems.add(name + "=" + value + ": " + e.getMessage());
                }
            }
        }
        return problems;
    }

    /** Returns the name of the map that the property is an entry of. */
    private String mapOf(String name) {
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            String prefix = name.substring(0, dot);
            if (types.getOrDefault(prefix, "").startsWith("java.util.Map")) {
                return prefix;
            }
        }
        return null;
    }

    private static ResolvableType type(String name) {
        int generic = name.indexOf('<');
        if (generic < 0) {
            return ResolvableType.forClass(ClassUtils.resolveClassName(name, null));
        }
        ResolvableType[] arguments = arguments(name.substring(generic + 1, name.length() - 1)).stream()
                .map(TypedProperties::type).toArray(ResolvableType[]::new);
        return ResolvableType.forClassWithGenerics(
                ClassUtils.resolveClassName(name.substring(0, generic), null), arguments);
    }

    private static List<String> arguments(String list) {
        List<String> arguments = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= list.length(); i++) {
            char next = i == list.length() ? ',' : list.charAt(i);
            depth += next == '<' ? 1 : next == '>' ? -1 : 0;
            if (next == ',' && depth == 0) {
                arguments.add(list.substring(start, i).trim());
                start = i + 1;
            }
        }
        return arguments;
    }
}
