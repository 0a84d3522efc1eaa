package io.github.camelsms.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.apache.camel.util.StringHelper;
import org.apache.camel.util.UnsafeUriCharactersEncoder;

/**
 * Resolver of links in responses to the query string of the next request, which is always sent to the address of the
 * operation, because it carries credentials. A service behind a proxy may write another scheme, host or port into its
 * links; only their paths must match.
 */
final class LinkResolver {

    private static final String OPERATION = "v1/status/date";

    private final URI operation;
    private final URI base;
    private final Credentials credentials;

    /**
     * @param operation   address of the by-date query, without query string
     * @param credentials credentials of the request, which are not shown
     */
    LinkResolver(URI operation, Credentials credentials) {
        this.operation = operation;
        this.credentials = credentials;
        String address = operation.toString();
        this.base = URI.create(address.substring(0, address.length() - OPERATION.length()));
    }

    /**
     * Returns the raw query string of a link, or null if the link has another path or is not a valid address. A
     * fragment is not part of a request (RFC 3986, section 3.5).
     *
     * @param reference a link that is absolute, relative (RFC 3986, section 5), or relative to the base address
     */
    @Nullable
    String query(String reference) {
        try {
            String encoded = UnsafeUriCharactersEncoder.encodeHttpURI(StringHelper.before(reference, "#", reference));
            if (encoded.startsWith("?")) {
                // java.net.URI follows the older RFC 2396 and would drop the last segment of the path.
                return queryIfSamePath(new URI(operation + encoded));
            }
            URI link = new URI(encoded);
            for (URI from : List.of(operation, base)) {
                String query = queryIfSamePath(from.resolve(link));
                if (query != null) {
                    return query;
                }
            }
            return null;
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns what differs between a link without a {@link #query} and the address of the operation. */
    String difference(String reference) {
        try {
            String encoded = UnsafeUriCharactersEncoder.encodeHttpURI(StringHelper.before(reference, "#", reference));
            URI target = operation.resolve(new URI(encoded));
            return hasPathOfOperation(target)
                    ? "has no query string"
                    : "has the path " + ServiceText.shown(target.getPath(), List.of(), credentials) + " instead of "
                      + operation.getPath();
        } catch (URISyntaxException | IllegalArgumentException e) {
            return "is not a valid address";
        }
    }

    private @Nullable String queryIfSamePath(URI target) {
        String query = target.getRawQuery();
        return hasPathOfOperation(target) && query != null && !query.isEmpty() ? query : null;
    }

    private boolean hasPathOfOperation(URI target) {
        return withoutTrailingSlash(target.normalize()).equals(withoutTrailingSlash(operation.normalize()));
    }

    private static String withoutTrailingSlash(URI address) {
        String path = address.getPath() == null ? "" : address.getPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
