package io.github.camelsms.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Links in a response to further statuses, anywhere in the response. The interface announces such a link, but specifies
 * neither its name nor its format (interface, "Query statuses by send date", rule 2).
 * <p>
 * The nearest name determines the purpose of a link: its relation, its field, or the enclosing field. Names such as
 * "next" take precedence over neutral names. Links named "self", "previous" and the like are ignored.
 * <p>
 * Under such a name, true or a positive number announces further statuses, and 0, false or null says that there are
 * none, also as text. Names of credits and quotas are ignored.
 *
 * @param references      the unresolved links, absolute or relative; the neutral ones only if there are no others
 * @param moreWithoutLink whether the response announces further statuses, but has no link to them
 */
record ContinuationLinks(List<String> references, boolean moreWithoutLink) {

    private static final Pattern FORWARD
            = Pattern.compile("(?i)next|more|remain|continu|pr[oó]xim|seguinte|restante");
    private static final Pattern IGNORED = Pattern.compile(
            "(?i)self|prev|anterior|first|primeir|last|[uú]ltim|doc|help|info|support|terms|update|date|time|message"
                                                           + "|credit|cr[eé]dito|quota|limit|balance|saldo");
    private static final Pattern NEUTRAL = Pattern.compile("(?i)href|url|uri|link|value|_?links");
    private static final Pattern LINK_NAME = Pattern.compile("(?i)link|href|url|uri|page|cursor|query");
    private static final Pattern LINK = Pattern.compile("(?i)https?://.*|/.*|\\?.*|[\\w./%~-]+\\?[^=]+=.*");
    private static final Pattern QUERY = Pattern.compile("[\\w.~%\\[\\]-]+=[^/?\\s&]*(&.*)?");
    /** JSON values that services also write as text. */
    private static final Pattern NOTHING = Pattern.compile("(?iu)0+|-\\d+|false|null|none|no|n[aã]o");
    private static final Pattern SOMETHING = Pattern.compile("(?iu)\\d+|true|yes|sim");
    private static final Pattern LINK_HEADER = Pattern.compile("<([^<>]*+)>([^<]*+)");
    /** Limits the work on a response made of long links. */
    private static final int MAX_LINK_LENGTH = 8192;
    /** Limits the work on a response made of many links. */
    private static final int MAX_LINKS = 100;
    /** Possessive quantifiers only, so that matching takes linear time. */
    private static final Pattern PARAMETER
            = Pattern.compile(";\\s*+([^=;\"\\s]++)\\s*+=\\s*+(\"[^\"]*+\"|[^;,\"]*+)");
    private static final Pattern NEXT = Pattern.compile("(?i)\\bnext\\b");

    /**
     * Returns the links of a response outside its items.
     *
     * @param items   the node with the items, which is not searched, or null
     * @param headers values of the response's HTTP Link headers (RFC 8288)
     */
    static ContinuationLinks of(JsonNode root, @Nullable JsonNode items, List<String> headers) {
        Search search = new Search(items);
        search.walk(root, "", 0);
        if (items != null && items.isArray()) {
            for (JsonNode element : items) {
                if (!StatusItems.looksLikeOne(element)) {
                    search.walk(element, "", 0);
                }
            }
        }
        if (headers.stream().mapToInt(String::length).sum() > MAX_LINK_LENGTH) {
            search.more |= headers.stream().anyMatch(header -> header.toLowerCase(Locale.ROOT).contains("next"));
            return search.result();
        }
        for (String header : headers) {
            Matcher link = LINK_HEADER.matcher(header);
            while (link.find()) {
                if (isNext(link.group(2))) {
                    search.forward.add(link.group(1));
                }
            }
        }
        return search.result();
    }

    /** Returns whether the parameters of a Link header have the relation "next", alone or among others. */
    static boolean isNext(String parameters) {
        Matcher parameter = PARAMETER.matcher(parameters);
        while (parameter.find()) {
            if (parameter.group(1).equalsIgnoreCase("rel") && NEXT.matcher(parameter.group(2)).find()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the links in one JSON value. */
    static ContinuationLinks in(JsonNode node) {
        Search search = new Search(null);
        search.walk(node, "", 0);
        return search.result();
    }

    boolean isNone() {
        return references.isEmpty() && !moreWithoutLink;
    }

    private static final class Search {

        private final List<String> forward = new ArrayList<>();
        private final List<String> neutral = new ArrayList<>();
        @Nullable
        private final JsonNode excluded;
        private boolean more;

        Search(@Nullable JsonNode excluded) {
            this.excluded = excluded;
        }

        // Compares identities.
        @SuppressWarnings("ReferenceEquality")
        void walk(JsonNode node, String name, int depth) {
            if (node == excluded || depth > ResponseText.MAX_DEPTH) {
                return;
            }
            if (node.isObject()) {
                String relation = JsonTree.text(node, "rel");
                String outerName = relation == null ? name : relation;
                node.fields().forEachRemaining(field -> {
                    if (!field.getKey().equalsIgnoreCase("rel")) {
                        walk(field.getValue(), linkName(field.getKey(), outerName), depth + 1);
                    }
                });
            } else if (node.isArray()) {
                node.forEach(element -> walk(element, name, depth + 1));
            } else {
                value(node, name);
            }
        }

        private static String linkName(String field, String outerName) {
            return NEUTRAL.matcher(field).matches() && !outerName.isEmpty() ? outerName : field;
        }

        private void value(JsonNode value, String name) {
            if (IGNORED.matcher(name).find()) {
                return;
            }
            boolean forwardName = FORWARD.matcher(name).find();
            if (!value.isTextual()) {
                more |= forwardName && (value.isNumber() ? value.asDouble() > 0 : value.isBoolean() && value.asBoolean());
                return;
            }
            String text = value.asText().trim();
            if (forwardName && NOTHING.matcher(text).matches()) {
                return;
            }
            if (text.length() > MAX_LINK_LENGTH || SOMETHING.matcher(text).matches()) {
                more |= forwardName;
                return;
            }
            boolean query = QUERY.matcher(text).matches();
            String reference = query ? "?" + text : text;
            if (forwardName && !text.isEmpty()) {
                forward.add(reference);
            } else if (LINK.matcher(text).matches() || (query && LINK_NAME.matcher(name).find())) {
                neutral.add(reference);
            }
        }

        ContinuationLinks result() {
            List<String> best = forward.isEmpty() ? neutral : forward;
            return new ContinuationLinks(
                    List.copyOf(best.subList(0, Math.min(best.size(), MAX_LINKS))), more && best.isEmpty());
        }
    }
}
