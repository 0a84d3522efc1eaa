package io.github.camelsms.docs;

import io.github.camelsms.SmsComponent;

/**
 * The component as a bean, for runtimes that do not set its options from properties.
 */
final class SpringBean {

    private SpringBean() {
    }

    // tag::bean[]
    static SmsComponent sms(String baseUrl, String username, String password) {
        SmsComponent component = new SmsComponent();
        component.getConfiguration().setBaseUrl(baseUrl);
        component.getConfiguration().setUsername(username);
        component.getConfiguration().setPassword(password);
        return component;
    }
    // end::bean[]
}
