package io.github.camelsms;

import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SmsAccounts;

/**
 * Internals of component and endpoint for tests in other packages.
 */
public final class Internals {

    private Internals() {
    }

    public static SmsAccounts accounts(SmsComponent component) {
        return component.accounts();
    }

    public static EndpointAccount accountOf(SmsEndpoint endpoint) {
        return endpoint.endpointAccount();
    }

    /** Returns the account of an endpoint, or null if it is not in use. */
    public static SmsAccount find(SmsEndpoint endpoint) {
        return endpoint.account();
    }
}
