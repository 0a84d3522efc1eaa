package io.github.camelsms.docs;

import org.apache.camel.builder.RouteBuilder;

/**
 * Routes from <code>direct</code> endpoints to <code>mock</code> endpoints of the same name.
 */
final class DirectToMock extends RouteBuilder {

    private final String[] names;

    DirectToMock(String... names) {
        this.names = names;
    }

    @Override
    public void configure() {
        for (String name : names) {
            from("direct:" + name).to("mock:" + name);
        }
    }
}
