package io.github.camelsms.sample.run;

import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.List;

import io.github.camelsms.store.SmsStoreException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jms.JmsException;

import org.apache.camel.Component;
import org.apache.camel.PropertyBindingException;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.tooling.model.JsonMapper;
import org.apache.camel.util.StringHelper;

/**
 * One-line description of why the application does not start.
 */
public final class StartFailure {

    private static final String OPTION_PREFIX = "camel.component.";

    private StartFailure() {
    }

    /**
     * Returns what is wrong and the remedy, without the value of an option, which may be a secret.
     */
    public static String describe(Throwable failure) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
        PropertyBindingException binding = find(PropertyBindingException.class, failure);
        if (binding != null && binding.getOptionKey() != null) {
            return option(binding, root);
        }
        if (find(JMSException.class, failure) != null
                || find(JmsException.class, failure) != null) {
            return "the broker cannot be reached: " + phrase(root)
                   + ": check sms.broker.url, sms.broker.username and sms.broker.password";
        }
        SmsStoreException store = find(SmsStoreException.class, failure);
        if (store != null && find(SQLException.class, failure) != null) {
            return phrase(store) + ": check sms.store.url, sms.store.username and sms.store.password, or sms.store.file";
        }
        FileSystemException file = find(FileSystemException.class, failure);
        if (file != null && file.getFile() != null) {
            return file.getFile() + " cannot be created or written (" + file.getClass().getSimpleName()
                   + "): check its permissions, and the settings sms.work.dir, sms.broker.data and sms.store.file";
        }
        // The outermost of these is for operators; the others are its technical causes.
        IllegalArgumentException invalid = find(IllegalArgumentException.class, failure);
        return oneLine(invalid == null || invalid.getMessage() == null ? root : invalid);
    }

    private static String option(PropertyBindingException binding, Throwable root) {
        String prefix = String.valueOf(binding.getOptionPrefix());
        String name = (prefix.endsWith(".") ? prefix : prefix + ".") + binding.getOptionKey();
        if (root instanceof PropertyBindingException || root.getMessage() == null) {
            String what = name.startsWith(OPTION_PREFIX) ? "not an option of the component" : "not a known Camel property";
            return name + " is " + what + ": " + nearest(name, binding);
        }
        return name + " has an invalid value: " + oneLine(root);
    }

    private static String nearest(String name, PropertyBindingException binding) {
        if (binding.getTarget() instanceof Component component && name.startsWith(OPTION_PREFIX)) {
            String json = PluginHelper.getRuntimeCamelCatalog(component.getCamelContext())
                    .componentJSonSchema(name.substring(OPTION_PREFIX.length(), name.lastIndexOf('.')));
            if (json != null) {
                List<String> options = JsonMapper.generateComponentModel(json).getComponentOptions().stream()
                        .map(option -> StringHelper.camelCaseToDash(option.getName())).toList();
                return SettingNames.nearest(StringHelper.camelCaseToDash(binding.getOptionKey()), options);
            }
        }
        return "check its spelling";
    }

    /** Returns the outermost exception of a type, or null. */
    private static <T extends Throwable> @Nullable T find(Class<T> type, Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (type.isInstance(link)) {
                return type.cast(link);
            }
        }
        return null;
    }

    /** Returns the message on one line, without a full stop at its end. */
    private static String phrase(Throwable failure) {
        return oneLine(failure).replaceFirst("\\.$", "");
    }

    private static String oneLine(Throwable failure) {
        String message = failure.getMessage();
        return (message == null ? failure.getClass().getSimpleName() : message).replaceAll("\\s*\\R\\s*", " ");
    }
}
