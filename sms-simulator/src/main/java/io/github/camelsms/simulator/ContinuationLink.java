package io.github.camelsms.simulator;

import java.util.ArrayList;
import java.util.List;

import com.github.tomakehurst.wiremock.http.Request;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes the link to the remaining statuses, under the name and in the form that are set. */
final class ContinuationLink {

    /** The query parameter that says where the next page starts. */
    static final String POSITION = "position";

    private final SimulatorSettings.Answers settings;

    ContinuationLink(SimulatorSettings.Answers settings) {
        this.settings = settings;
    }

    void add(ObjectNode body, Request request, int position) {
        ObjectNode parent = settings.linkParentField() == null ? body : body.putObject(settings.linkParentField());
        parent.put(settings.linkField(), link(request, position));
    }

    private String link(Request request, int position) {
        String query = query(request.getUrl(), position);
        return switch (settings.linkForm()) {
            case ABSOLUTE -> withoutQuery(request.getAbsoluteUrl()) + query;
            case RELATIVE -> withoutQuery(request.getUrl()) + query;
            case QUERY_ONLY -> query;
        };
    }

    /** The query of this page, as the client wrote it, with the position of the next one. */
    private static String query(String url, int position) {
        List<String> parameters = new ArrayList<>();
        int mark = url.indexOf('?');
        for (String parameter : mark < 0 ? new String[0] : url.substring(mark + 1).split("&", -1)) {
            if (!parameter.isEmpty() && !parameter.startsWith(POSITION + "=")) {
                parameters.add(parameter);
            }
        }
        parameters.add(POSITION + "=" + position);
        return "?" + String.join("&", parameters);
    }

    private static String withoutQuery(String url) {
        int mark = url.indexOf('?');
        return mark < 0 ? url : url.substring(0, mark);
    }
}
