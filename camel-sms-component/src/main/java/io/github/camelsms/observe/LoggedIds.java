package io.github.camelsms.observe;

import java.util.List;

import io.github.camelsms.logging.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * Correlation ids in a log line, as the first ids and the number of the others. {@link #logAll} writes all of them at
 * DEBUG.
 */
record LoggedIds(List<String> ids) {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;
    private static final int MAX_IDS = 10;
    private static final int MAX_IDS_AT_DEBUG = 200;

    /**
     * @param ids the ids, null for messages without one
     */
    static LoggedIds of(List<? extends @Nullable String> ids) {
        return new LoggedIds(ids.stream().map(String::valueOf).toList());
    }

    /** Logs all ids if a line does not show all. */
    void logAll(String account) {
        if (ids.size() <= MAX_IDS || !LOG.isDebugEnabled()) {
            return;
        }
        for (int from = 0; from < ids.size(); from += MAX_IDS_AT_DEBUG) {
            int to = Math.min(ids.size(), from + MAX_IDS_AT_DEBUG);
            LOG.debug("SMS account {}: ids {} to {} of the last list, which has {}: {}", account, from + 1, to, ids.size(),
                    String.join(", ", ids.subList(from, to)));
        }
    }

    @Override
    public String toString() {
        int others = ids.size() - MAX_IDS;
        return others <= 0
                ? String.join(", ", ids) : String.join(", ", ids.subList(0, MAX_IDS)) + " and " + others + " more";
    }
}
