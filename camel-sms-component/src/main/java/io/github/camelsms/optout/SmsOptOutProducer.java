package io.github.camelsms.optout;

import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsOperation;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.body.Container;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsOptOut;
import io.github.camelsms.text.NumberRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.DefaultProducer;

/**
 * Producer that adds, finds and removes opt-outs, on the thread of the exchange.
 */
public final class SmsOptOutProducer extends DefaultProducer {

    /** Exchange property with the body of an import that was begun. */
    private static final String BEGUN = "CamelSmsBegunImport";

    private final SmsOperation operation;
    private final SmsConfiguration options;
    private final EndpointAccount endpointAccount;
    private @Nullable MessageStore store;
    private @Nullable NumberRules numbers;

    public SmsOptOutProducer(Endpoint endpoint, SmsOperation operation, SmsConfiguration options,
                             EndpointAccount endpointAccount) {
        super(endpoint);
        this.operation = operation;
        this.options = options;
        this.endpointAccount = endpointAccount;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        store = endpointAccount.requireStore("sms:opt-out");
        numbers = SmsOptions.numbers(options);
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        OptOuts optOuts = endpointAccount.started(store, "producer").optOuts();
        NumberRules rules = endpointAccount.started(numbers, "producer");
        Message message = exchange.getMessage();
        switch (operation) {
            case add -> add(optOuts, rules, message);
            case remove -> message.setBody(remove(optOuts, known(rules, message)));
            case find -> message.setBody(find(optOuts, rules, message));
            default -> importAll(new OptOutImport(optOuts, rules, reason(message)), exchange);
        }
    }

    private void add(OptOuts optOuts, NumberRules rules, Message message) {
        List<String> given = numbers(message, number -> {
            NumberRules.Reading reading = rules.read(number);
            if (reading.complaint() != null) {
                throw new IllegalArgumentException(reading.complaint());
            }
            return reading.digits();
        });
        String reason = reason(message);
        int added = 0;
        for (List<String> portion : StoreCalls.portions(given)) {
            added += StoreCalls.await(optOuts.add(portion, reason));
        }
        message.setHeader(SmsConstants.ADDED, added);
        message.setHeader(SmsConstants.DUPLICATES, given.size() - added);
        message.setBody(added);
    }

    private static int remove(OptOuts optOuts, List<String> given) {
        int removed = 0;
        for (List<String> portion : StoreCalls.portions(given)) {
            removed += StoreCalls.await(optOuts.remove(portion));
        }
        return removed;
    }

    private @Nullable Object find(OptOuts optOuts, NumberRules rules, Message message) {
        Object body = message.getBody();
        boolean isMany = isList(body);
        boolean mayBeNumbers
                = isMany || Container.isReadOnce(body) || body instanceof CharSequence text && !text.toString().isBlank();
        if (!mayBeNumbers && message.getHeader(SmsConstants.DESTINATION) == null) {
            return new AllOptOuts(optOuts);
        }
        List<SmsOptOut> found = new ArrayList<>();
        for (List<String> portion : StoreCalls.portions(known(rules, message))) {
            found.addAll(StoreCalls.await(optOuts.find(portion)));
        }
        return isMany ? found : found.stream().findFirst().orElse(null);
    }

    private void importAll(OptOutImport added, Exchange exchange) throws Exception {
        try (NumberList list = list(exchange)) {
            added.run(list);
        } finally {
            added.describe(exchange.getMessage());
        }
        exchange.getMessage().setBody(added.added());
    }

    /** Opens the list in the body. */
    private static NumberList list(Exchange exchange) throws Exception {
        Object body = exchange.getMessage().getBody();
        if (Container.isReadOnce(body)) {
            if (exchange.getProperty(BEGUN) == body) {
                throw new IllegalStateException(
                        "operation=import has read a part of this list before, and cannot read it again: give the list as a file, bytes or text, or with stream caching");
            }
            exchange.setProperty(BEGUN, body);
        }
        Container elements = Container.of(body);
        if (elements != null) {
            return new ElementNumbers(elements);
        } else if (body instanceof CharSequence text) {
            return new CsvNumbers(new StringReader(text.toString()));
        } else if (body instanceof Reader text) {
            return new CsvNumbers(text);
        } else if (body instanceof StreamCache cache) {
            cache.reset();
        }
        return CsvNumbers.of(exchange.getMessage().getMandatoryBody(InputStream.class));
    }

    private static boolean isList(@Nullable Object body) {
        return body instanceof Iterable<?> || body instanceof Object[];
    }

    /** Returns given numbers, which may have been added with other rules. */
    private List<String> known(NumberRules rules, Message message) {
        return numbers(message, number -> {
            String known = rules.ofSent(number);
            if (known == null) {
                throw new IllegalArgumentException("destination is not a phone number");
            }
            return known;
        });
    }

    /**
     * Reads the numbers in the body, if it is a collection or array, and otherwise the one in the header.
     *
     * @param  reader                   returns the digits of a number
     * @throws IllegalArgumentException if there is none, or one cannot be read
     */
    private List<String> numbers(Message message, Function<@Nullable String, String> reader) {
        List<String> given = new ArrayList<>();
        String place = "header " + SmsConstants.DESTINATION;
        try {
            Container container = isList(message.getBody()) ? Container.of(message.getBody()) : null;
            if (container == null) {
                given.add(reader.apply(FieldReader.headerText(message, SmsConstants.DESTINATION)));
                return given;
            }
            try (ElementNumbers list = new ElementNumbers(container)) {
                for (NumberList.Row row = list.next(); row != null; row = list.next()) {
                    place = row.place();
                    if (row.problem() != null) {
                        throw new IllegalArgumentException(row.problem());
                    }
                    given.add(reader.apply(row.number()));
                }
            }
            return given;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "operation=" + operation + " needs phone numbers: one in the header " + SmsConstants.DESTINATION
                                               + ", or a collection of them as body (" + place + ": " + SafeText.message(e)
                                               + "). Nothing was changed",
                    e);
        }
    }

    private static @Nullable String reason(Message message) {
        String reason = FieldReader.headerText(message, SmsConstants.REASON);
        return reason == null || reason.isBlank() ? null : OneLine.of(reason, OptOuts.MAX_REASON_LENGTH);
    }
}
