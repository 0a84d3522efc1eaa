package io.github.camelsms.springboot;

import java.beans.PropertyDescriptor;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/**
 * Properties of a bean that Spring Boot can bind, including those of nested beans. Names are compared as in Spring
 * Boot, by their letters and digits only.
 */
final class BindableProperties {

    /** Properties by the letters of their names. */
    private final Map<String, PropertyDescriptor> properties = new TreeMap<>();

    BindableProperties(Class<?> bean) {
        for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(bean)) {
            // A nested bean needs no setter.
            if (property.getWriteMethod() != null || isBean(property.getPropertyType())) {
                properties.put(letters(property.getName()), property);
            }
        }
    }

    /** Returns the letters and digits of a name, in lower case. */
    static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /**
     * Returns the names in the form of configuration files, such as <code>batch-size</code>, in alphabetical order.
     */
    List<String> names() {
        return properties.values().stream().map(property -> DataObjectPropertyName.toDashedForm(property.getName())).toList();
    }

    /**
     * Looks up a property by the elements of its path.
     *
     * @param  path at least one element, as letters
     * @return      null if the property exists, otherwise the name that does not
     */
    @Nullable
    Miss look(List<String> path) {
        return look(path, "");
    }

    /**
     * Returns whether there is a property for an environment variable, whose name does not distinguish the elements of
     * a path from the words of a name.
     *
     * @param letters the variable's name without prefix and underscores
     */
    boolean hasVariable(String letters) {
        return properties.containsKey(letters) || properties.entrySet().stream().anyMatch(
                property -> letters.startsWith(property.getKey())
                        && isBelow(property.getValue().getPropertyType(), letters.substring(property.getKey().length())));
    }

    private @Nullable Miss look(List<String> path, String parent) {
        PropertyDescriptor property = properties.get(path.get(0));
        if (property == null) {
            return new Miss(parent, path.get(0), names());
        }
        List<String> rest = path.subList(1, path.size());
        Class<?> type = property.getPropertyType();
        if (rest.isEmpty() || acceptsAnyName(type)) {
            return null;
        }
        if (!isBean(type)) {
            return new Miss(parent, String.join("", path), names());
        }
        return new BindableProperties(type).look(
                rest, parent + DataObjectPropertyName.toDashedForm(property.getName()) + ".");
    }

    private static boolean isBelow(Class<?> type, String letters) {
        return acceptsAnyName(type) || isBean(type) && new BindableProperties(type).hasVariable(letters);
    }

    private static boolean acceptsAnyName(Class<?> type) {
        return Map.class.isAssignableFrom(type) || Collection.class.isAssignableFrom(type) || type.isArray();
    }

    private static boolean isBean(Class<?> type) {
        return !BeanUtils.isSimpleProperty(type) && !type.isInterface() && !type.getName().startsWith("java");
    }

    /**
     * Name without a property.
     *
     * @param parent path of the bean that was searched, empty or ending with a dot
     * @param name   letters of the missing name
     * @param names  names of the bean's properties
     */
    record Miss(String parent, String name, List<String> names) {
    }
}
