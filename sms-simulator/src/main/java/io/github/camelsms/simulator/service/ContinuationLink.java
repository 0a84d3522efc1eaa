package io.github.camelsms.simulator.service;

import java.util.ArrayList;
import java.util.List;

import com.github.tomakehurst.wiremock.common.Urls;
import com.github.tomakehurst.wiremock.http.Request;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** The link to the next page of statuses, in the configured field and form. */
final class ContinuationLink {

    /** The query parameter with the first position of a page. */
    static final String POSITION = "position";

    private final SimulatorSettings.Responses settings;

    ContinuationLink(SimulatorSettings.Responses settings) {
        this.settings = settings;
    }

    void add(ObjectNode body, Request request, int position) {
        ObjectNode parent = settings.linkParentField() == null ? body : body.putObject(settings.linkParentField());
        parent.put(settings.linkField(), link(request, position));
    }

    private String link(Request request, int position) {
        String query = query(request.getUrl(), position);
        return switch (settings.linkForm()) {
            case ABSOLUTE -> Urls.getPath(request.getAbsoluteUrl()) + query;
            case RELATIVE -> Urls.getPath(request.getUrl()) + query;
            case QUERY_ONLY -> query;
        };
    }

    /** Returns the query of the current page with the position of the next page. */
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
}
