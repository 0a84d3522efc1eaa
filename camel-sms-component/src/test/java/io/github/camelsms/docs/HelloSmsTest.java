// tag::test[]
package io.github.camelsms.docs;

import java.util.concurrent.TimeUnit;

import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.main.Main;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class HelloSmsTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    @Test
    void hello_start_sendsOneMessageAndReadsItsStatus() throws Exception {
        Main main = new Main();
        main.addOverrideProperty("camel.component.sms.base-url", SMS.baseUrl());
        main.addOverrideProperty("camel.component.sms.username", "demo");
        main.addOverrideProperty("camel.component.sms.password", "demo");
        main.configure().addRoutesBuilder(new HelloSms());
        main.init();
        NotifyBuilder both = new NotifyBuilder(main.getCamelContext()).whenDone(2).create();
        main.start();
        try {
            assertTrue(both.matches(60, TimeUnit.SECONDS));
            assertEquals(1, SMS.simulator().messages().size());
        } finally {
            main.stop();
        }
    }
}
// end::test[]
