package io.github.camelsms.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sanitizer of addresses for exceptions, logs and JMX. Only scheme, host and port are shown, because user information,
 * path, query and fragment may contain credentials.
 */
public final class ShownAddress {

    private static final Pattern ADDRESS = Pattern.compile(
            "((?:[A-Za-z][A-Za-z0-9+.-]*+://)?)(?:[^/?#@]*+@)*+([A-Za-z0-9.-]++|\\[[0-9A-Fa-f:.]++\\])((?::\\d{1,5})?)"
                                                           + "(?:[/?#].*+)?",
            Pattern.DOTALL);
    private static final String NOT_SHOWN = "(an address that is not shown)";

    private ShownAddress() {
    }

    /**
     * Returns the part of an address that may be shown.
     *
     * @param address any text
     */
    public static String of(String address) {
        Matcher parts = ADDRESS.matcher(address.strip());
        return parts.matches() ? parts.group(1) + parts.group(2) + parts.group(3) : NOT_SHOWN;
    }
}
