package io.github.camelsms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.observe.AccountReport;

import org.apache.camel.Component;
import org.apache.camel.spi.annotations.DevConsole;
import org.apache.camel.support.console.AbstractDevConsole;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

/**
 * Developer console <code>sms</code>: state and counts of the accounts of all <code>sms</code> components of the
 * context, as text and as JSON. It shows no phone number and no password.
 */
@DevConsole(name = "sms", displayName = "SMS", description = "SMS accounts: queue, pace, outcomes, last requests and errors")
public class SmsDevConsole extends AbstractDevConsole {

    public SmsDevConsole() {
        super("camel", "sms", "SMS", "SMS accounts: queue, pace, outcomes, last requests and errors");
    }

    @Override
    protected String doCallText(Map<String, Object> options) {
        StringBuilder text = new StringBuilder();
        for (JsonObject account : accounts()) {
            text.append(AccountReport.text(account));
        }
        return text.length() == 0 ? "No SMS account is in use." : text.toString();
    }

    @Override
    protected Map<String, Object> doCallJson(Map<String, Object> options) {
        JsonArray list = new JsonArray();
        list.addAll(accounts());
        JsonObject root = new JsonObject();
        root.put("accounts", list);
        return root;
    }

    private List<JsonObject> accounts() {
        List<JsonObject> accounts = new ArrayList<>();
        for (String name : getCamelContext().getComponentNames()) {
            Component component = getCamelContext().hasComponent(name);
            if (component instanceof SmsComponent sms && sms.isStarted()) {
                SmsAccounts current = sms.accounts();
                current.all().forEach(account -> accounts.add(AccountReport.json(account, current.clock().instant())));
            }
        }
        return accounts;
    }
}
