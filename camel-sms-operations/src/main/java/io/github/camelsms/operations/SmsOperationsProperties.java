package io.github.camelsms.operations;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the operations page in Spring Boot, which Actuator serves if its endpoint <code>sms</code> is exposed.
 *
 * @param hosts       host names, separated by commas, for which the page is served besides localhost and IP addresses
 * @param allowRemote whether other machines than that of the server may read the page
 * @param guardServer whether host names are checked for all paths of the server, which then accepts no request with a
 *                    body
 */
@ConfigurationProperties(prefix = "camel.sms.operations", ignoreUnknownFields = false)
record SmsOperationsProperties(@DefaultValue("") String hosts, @DefaultValue("false") boolean allowRemote,
        @DefaultValue("false") boolean guardServer) {

    RequestRules rules() {
        return new RequestRules(new ServedHosts(hosts), allowRemote);
    }
}
