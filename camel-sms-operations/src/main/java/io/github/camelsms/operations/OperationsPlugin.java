package io.github.camelsms.operations;

import java.util.Properties;
import java.util.Set;

import org.apache.camel.CamelContext;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.spi.ContextServicePlugin;

/**
 * Plugin that serves the operations page on the management server of Camel Main, if
 * <code>camel.sms.operations.enabled=true</code>. Camel finds it on the class path.
 */
public final class OperationsPlugin implements ContextServicePlugin {

    static final String PREFIX = "camel.sms.operations.";

    private static final Set<String> NAMES = Set.of("enabled", "path", "hosts", "allow-remote", "guard-server");
    static final String NO_SERVER
            = PREFIX + "enabled=true requires the management server of Camel Main: add camel-platform-http-main, and set"
              + " camel.management.enabled=true. In Spring Boot, remove this property, and expose the endpoint sms of Actuator";
    private static final String SERVER = "org.apache.camel.component.platform.http.main.ManagementHttpServer";

    /**
     * Only registers a listener, because Camel loads plugins before its configuration, and ignores their exceptions.
     */
    @Override
    public void load(CamelContext context) {
        try {
            // Called when the server is started, but no route is.
            context.addStartupListener((started, already) -> serve(started));
        } catch (Exception e) {
            throw RuntimeCamelException.wrapRuntimeCamelException(e);
        }
    }

    private static void serve(CamelContext context) {
        if (!isTrue(context, "enabled")) {
            return;
        }
        checkNames(context.getPropertiesComponent().loadProperties(name -> name.startsWith(PREFIX)));
        if (context.getClassResolver().resolveClass(SERVER) == null) {
            throw new IllegalStateException(NO_SERVER);
        }
        String path = text(context, "path", "/observe/sms");
        if (!path.matches("/|(/[\\w.~-]+)+")) {
            throw new IllegalArgumentException(
                    PREFIX + "path=" + path + " is invalid: set it to a path such as /observe/sms, or to /");
        }
        RequestRules rules = new RequestRules(
                new ServedHosts(text(context, "hosts", "")), isTrue(context, "allow-remote"));
        new ManagementServerPage(path, rules, isTrue(context, "guard-server")).serve(context);
    }

    @Override
    public void unload(CamelContext context) {
        // The page ends with the server.
    }

    /** A misspelled name would have no effect. */
    private static void checkNames(Properties properties) {
        for (String name : properties.stringPropertyNames()) {
            if (!NAMES.contains(name.substring(PREFIX.length()))) {
                throw new IllegalArgumentException(
                        name + " is not a setting of the operations page: correct it to one of "
                                                   + NAMES.stream().sorted().toList()
                                                   + ", or remove it");
            }
        }
    }

    private static boolean isTrue(CamelContext context, String name) {
        return Boolean.parseBoolean(text(context, name, "false"));
    }

    private static String text(CamelContext context, String name, String otherwise) {
        String value = context.resolvePropertyPlaceholders("{{" + PREFIX + name + ":}}").trim();
        return value.isEmpty() ? otherwise : value;
    }
}
