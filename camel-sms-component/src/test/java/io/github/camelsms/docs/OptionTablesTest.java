package io.github.camelsms.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.SmsConstants;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OptionTablesTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| \\*(\\w+)\\* \\(");
    private static final Pattern HEADER = Pattern.compile("\\bCamelSms[A-Z]\\w*");

    private final String page = Documentation.read(Documentation.COMPONENT_PAGE);
    private final OptionTables tables = new OptionTables();

    @Test
    void tables_committed_equalTheMetadata() throws IOException {
        String current = tables.inPage(page);
        Path proposal = Documentation.MODULE.resolve("target/docs/sms-component.adoc");
        Files.createDirectories(proposal.getParent());
        Files.writeString(proposal, current);

        assertThat(page).as("The tables are out of date: copy %s over %s", proposal, Documentation.COMPONENT_PAGE)
                .isEqualTo(current);
    }

    @Test
    void tables_committed_containExactlyTheOptionsAndHeaders() {
        List<String> expected = new ArrayList<>(names(tables.metadata().get("componentProperties")));
        expected.removeAll(tables.commonOptions());
        expected.addAll(names(tables.metadata().get("properties")));
        expected.addAll(names(tables.metadata().get("headers")));

        List<String> rows = new ArrayList<>();
        for (Matcher row = ROW.matcher(page); row.find();) {
            rows.add(row.group(1));
        }

        assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void headerNames_inTheTextOfEachPage_exist() throws IllegalAccessException {
        List<String> known = new ArrayList<>();
        for (var field : SmsConstants.class.getFields()) {
            known.add((String) field.get(null));
        }

        for (Path file : Documentation.pages()) {
            for (Matcher name = HEADER.matcher(Documentation.read(file)); name.find();) {
                assertThat(known).as("header named in %s", Documentation.nameOf(file)).contains(name.group());
            }
        }
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
