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
 * The properties of a bean that Spring Boot can bind, and those of the beans in it. Names are compared as Spring Boot
 * compares them, by their letters and digits alone.
 */
final class BindableProperties {

    /** Property types by the letters of their names. */
    private final Map<String, PropertyDescriptor> properties = new TreeMap<>();

    BindableProperties(Class<?> bean) {
        for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(bean)) {
            // A bean in the bean needs no setter, as long as it is there.
            if (property.getWriteMethod() != null || isBean(property.getPropertyType())) {
                properties.put(letters(property.getName()), property);
            }
        }
    }

    /** Letters and digits of a name, in lower case. */
    static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /**
     * The names in the form in which they are written in configuration files, such as <code>batch-size</code>, in
     * alphabetical order.
     */
    List<String> names() {
        return properties.values().stream().map(property -> DataObjectPropertyName.toDashedForm(property.getName())).toList();
    }

    /**
     * Looks a property up by the elements of its path.
     *
     * @param  path at least one element, as letters
     * @return      null if there is such a property; otherwise what was looked for in vain
     */
    @Nullable
    Miss look(List<String> path) {
        return look(path, "");
    }

    /**
     * Whether there is a property for an environment variable, in which the elements of a path cannot be told from the
     * words of a name.
     *
     * @param letters the variable's name without prefix and underscores
     */
    boolean haveVariable(String letters) {
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
        if (rest.isEmpty() || holdsAnything(type)) {
            return null;
        }
        if (!isBean(type)) {
            return new Miss(parent, String.join("", path), names());
        }
        return new BindableProperties(type).look(
                rest, parent + DataObjectPropertyName.toDashedForm(property.getName()) + ".");
    }

    private static boolean isBelow(Class<?> type, String letters) {
        return holdsAnything(type) || isBean(type) && new BindableProperties(type).haveVariable(letters);
    }

    private static boolean holdsAnything(Class<?> type) {
        return Map.class.isAssignableFrom(type) || Collection.class.isAssignableFrom(type) || type.isArray();
    }

    private static boolean isBean(Class<?> type) {
        return !BeanUtils.isSimpleProperty(type) && !type.isInterface() && !type.getName().startsWith("java");
    }

    /**
     * A name that no property has.
     *
     * @param parent path of the bean that was looked into, empty or ending with a dot
     * @param name   letters that were looked for
     * @param names  what there is
     */
    record Miss(String parent, String name, List<String> names) {
    }
}
