package io.github.camelsms.sample.run;

import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;

import jakarta.jms.JMSException;

import org.apache.camel.Component;
import org.apache.camel.PropertyBindingException;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.tooling.model.JsonMapper;
import org.apache.camel.util.StringHelper;

/**
 * One-line description of why the application does not start.
 */
final class StartFailure {

    private static final String OPTION_PREFIX = "camel.component.";

    private StartFailure() {
    }

    /**
     * Returns what is wrong and the remedy, without the value of an option, which may be a secret.
     */
    static String describe(Throwable failure) {
        List<Throwable> chain = chain(failure);
        for (Throwable link : chain) {
            if (link instanceof PropertyBindingException binding && binding.getOptionKey() != null) {
                return option(binding, chain);
            }
        }
        for (Throwable link : chain) {
            if (link instanceof JMSException || link instanceof org.springframework.jms.JmsException) {
                return "the broker cannot be reached: " + last(chain).getMessage()
                       + ": check sms.broker.url, sms.broker.username and sms.broker.password";
            }
        }
        for (Throwable link : chain) {
            if (link instanceof FileSystemException file && file.getFile() != null) {
                return file.getFile() + " cannot be created or written (" + file.getClass().getSimpleName()
                       + "): check its permissions, and the settings sms.work.dir, sms.broker.data and sms.store.file";
            }
        }
        // The outermost of these is for operators; the others are its technical causes.
        for (Throwable link : chain) {
            if (link instanceof IllegalArgumentException && link.getMessage() != null) {
                return oneLine(link);
            }
        }
        return oneLine(last(chain));
    }

    private static String option(PropertyBindingException binding, List<Throwable> chain) {
        String prefix = String.valueOf(binding.getOptionPrefix());
        String name = (prefix.endsWith(".") ? prefix : prefix + ".") + binding.getOptionKey();
        Throwable cause = last(chain);
        if (cause instanceof PropertyBindingException || cause.getMessage() == null) {
            String what = name.startsWith(OPTION_PREFIX) ? "not an option of the component" : "not a known Camel property";
            return name + " is " + what + ": " + nearest(name, binding);
        }
        return name + " has an invalid value: " + oneLine(cause);
    }

    private static String nearest(String name, PropertyBindingException binding) {
        if (binding.getTarget() instanceof Component component && name.startsWith(OPTION_PREFIX)) {
            String json = PluginHelper.getRuntimeCamelCatalog(component.getCamelContext())
                    .componentJSonSchema(name.substring(OPTION_PREFIX.length(), name.lastIndexOf('.')));
            if (json != null) {
                return NearestNames.to(StringHelper.camelCaseToDash(binding.getOptionKey()), options(json));
            }
        }
        return "check its spelling";
    }

    private static List<String> options(String json) {
        return JsonMapper.generateComponentModel(json).getComponentOptions().stream()
                .map(option -> StringHelper.camelCaseToDash(option.getName())).toList();
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable link = failure; link != null && !chain.contains(link); link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }

    private static Throwable last(List<Throwable> chain) {
        return chain.get(chain.size() - 1);
    }

    private static String oneLine(Throwable failure) {
        String message = failure.getMessage();
        return (message == null ? failure.getClass().getSimpleName() : message).replaceAll("\\s*\\R\\s*", " ");
    }
}
