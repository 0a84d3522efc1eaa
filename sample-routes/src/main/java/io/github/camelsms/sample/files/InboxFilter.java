package io.github.camelsms.sample.files;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileFilter;
import org.apache.camel.support.LRUCacheFactory;

/**
 * Filter of the inbox, which accepts files that the application can read. It logs each other file once, when it has not
 * changed for several scans. Used by one thread.
 */
public final class InboxFilter implements GenericFileFilter<File> {

    /** Number of unchanged scans after which a file is logged. */
    static final int SCANS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(InboxFilter.class);
    private static final int MAX_FILES = 1_000;
    private static final List<String> EXTENSIONS = List.of(".csv", ".json", ".jsonl", ".ndjson");
    /** Names under which other programs write files that they rename later. */
    private static final Pattern UNFINISHED = Pattern.compile(".*([.](part|filepart|tmp|temp|swp|lock)|~)", Pattern.DOTALL);
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final Map<String, Sighting> sightings = LRUCacheFactory.newLRUCache(MAX_FILES);

    private record Sighting(long length, long modified, int scans) {
    }

    @Override
    public boolean accept(GenericFile<File> file) {
        if (file.isDirectory()) {
            return true;
        }
        String name = file.getFileNameOnly();
        String problem = problem(name, file.getFile().toPath());
        if (problem == null) {
            sightings.remove(name);
            return true;
        }
        if (scans(name, file) == SCANS) {
            LOG.warn("File {} stays in the inbox, because {}", CONTROL.matcher(name).replaceAll("?"), problem);
        }
        return false;
    }

    /** Returns why a file is not read, and the remedy, or null. */
    private static @Nullable String problem(String name, Path path) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (EXTENSIONS.stream().noneMatch(lower::endsWith)) {
            return "its name does not end with .csv, .json, .jsonl or .ndjson. Save it in such a format, a spreadsheet as"
                   + " CSV UTF-8, or remove it";
        } else if (CONTROL.matcher(name).find()) {
            return "its name has control characters. Rename it";
        } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && !Files.isReadable(path)) {
            return "the application has no permission to read it. Change its permissions";
        }
        return null;
    }

    /** Returns the number of scans since the file has last changed. */
    private int scans(String name, GenericFile<File> file) {
        if (UNFINISHED.matcher(name.toLowerCase(Locale.ROOT)).matches()) {
            return 0;
        }
        Sighting last = sightings.get(name);
        boolean isUnchanged = last != null && last.length() == file.getFileLength()
                && last.modified() == file.getLastModified();
        int scans = last != null && isUnchanged ? Math.min(last.scans(), SCANS) + 1 : 1;
        sightings.put(name, new Sighting(file.getFileLength(), file.getLastModified(), scans));
        return scans;
    }
}
