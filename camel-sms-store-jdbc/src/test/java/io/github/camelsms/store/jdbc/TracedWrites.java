package io.github.camelsms.store.jdbc;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * File writes and output of a process in order, from <code>strace</code>. Files can be replayed without the writes that
 * were not synced.
 */
final class TracedWrites {

    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((\\d+)<([^>]*)>(?:, )?(.*)");
    private static final Pattern RESUMED = Pattern.compile("(\\d+) +<\\.\\.\\. (\\w+) resumed>.*");
    private static final Pattern BYTES = Pattern.compile("\"((?:\\\\x[0-9a-f]{2})*)\"(?:, (\\d+)(?:, (\\d+))?)?.*");

    private final List<Event> events = new ArrayList<>();

    /** A system call; a write counts from its start, a sync from its end. */
    private static final class Event {

        private final String call;
        private final String file;
        private final int descriptor;
        private final long offset;
        private final byte[] bytes;
        private int end = Integer.MAX_VALUE;

        Event(String call, String file, int descriptor, long offset, byte[] bytes) {
            this.call = call;
            this.file = file;
            this.descriptor = descriptor;
            this.offset = offset;
            this.bytes = bytes;
        }

        boolean isSync() {
            return call.equals("fsync") || call.equals("fdatasync");
        }
    }

    static TracedWrites read(Path trace) throws IOException {
        TracedWrites writes = new TracedWrites();
        Map<String, Event> unfinished = new HashMap<>();
        try (Stream<String> lines = Files.lines(trace, StandardCharsets.ISO_8859_1)) {
            lines.forEach(line -> writes.add(line, unfinished));
        }
        return writes;
    }

    private void add(String line, Map<String, Event> unfinished) {
        Matcher resumed = RESUMED.matcher(line);
        if (resumed.matches()) {
            Event event = unfinished.remove(resumed.group(1));
            if (event != null) {
                event.end = events.size();
            }
            return;
        }
        Matcher call = CALL.matcher(line);
        if (!call.matches()) {
            return;
        }
        String arguments = call.group(5);
        Matcher bytes = BYTES.matcher(arguments);
        boolean hasBytes = bytes.matches();
        long offset = call.group(2).equals("ftruncate")
                ? Long.parseLong(arguments.split("\\D")[0])
                : hasBytes && bytes.group(3) != null ? Long.parseLong(bytes.group(3)) : 0;
        Event event = new Event(
                call.group(2), new String(bytes(call.group(4)), StandardCharsets.UTF_8), Integer.parseInt(call.group(3)),
                offset,
                hasBytes ? bytes(bytes.group(1)) : new byte[0]);
        events.add(event);
        if (line.endsWith("<unfinished ...>")) {
            unfinished.put(call.group(1), event);
        } else {
            event.end = events.size();
        }
    }

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 4];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(4 * i + 2, 4 * i + 4), 16);
        }
        return bytes;
    }

    int size() {
        return events.size();
    }

    /** Returns the complete lines of two words in the output before an event. */
    List<String> said(int cut) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        events.subList(0, cut).stream().filter(event -> event.descriptor == 1 && event.call.equals("write"))
                .forEach(event -> said.writeBytes(event.bytes));
        String text = said.toString(StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().filter(line -> line.matches("[a-z]+ [^ ]+")).toList();
    }

    /**
     * Writes files in a possible state after a power cut: synced writes are there, and any subset of the others.
     *
     * @param cut       number of events before the power cut
     * @param lastSync  number of events after which syncs have no effect
     * @param file      prefix of the file names
     * @param survivors selects the unsynced writes that survive, or null for none
     */
    void replay(int cut, int lastSync, Path file, Path folder, Random survivors) throws IOException {
        Map<String, Integer> synced = new HashMap<>();
        for (int i = 0; i < Math.min(cut, lastSync); i++) {
            if (events.get(i).isSync() && events.get(i).end <= cut) {
                synced.put(events.get(i).file, i);
            }
        }
        for (int i = 0; i < cut; i++) {
            Event event = events.get(i);
            boolean isData = event.file.equals(file.toString()) || event.file.equals(file + "-wal");
            if (isData && !event.isSync()) {
                boolean isSynced = i < synced.getOrDefault(event.file, 0);
                if (isSynced || survivors != null && survivors.nextBoolean()) {
                    int length = isSynced || survivors.nextBoolean() ? event.bytes.length : event.bytes.length / 2;
                    apply(event, length, folder.resolve(Path.of(event.file).getFileName()));
                }
            }
        }
    }

    private static void apply(Event event, int length, Path file) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            if (event.call.equals("ftruncate")) {
                out.setLength(event.offset);
            } else {
                out.seek(event.offset);
                out.write(event.bytes, 0, length);
            }
        }
    }
}
