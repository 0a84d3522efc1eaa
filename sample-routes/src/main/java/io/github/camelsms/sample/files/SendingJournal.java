package io.github.camelsms.sample.files;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The lines of a file that were handed to <code>sms:send</code>, on the disk before the first of them leaves.
 * <p>
 * A line that is here and has no result may have been sent. Safe for use by several threads.
 */
class SendingJournal implements Closeable {

    private static final String CONTENT = "sha256 ";
    private static final String SENDING = "sending";
    private static final String NOT_SENT = "not-sent";

    private final DurableFile file;
    private final BitSet begun;

    private SendingJournal(DurableFile file, BitSet begun) {
        this.file = file;
        this.begun = begun;
    }

    /**
     * Opens the journal of this content to go on with it, or starts it.
     *
     * @throws IOException if it cannot be read or written, or is of another content
     */
    static SendingJournal open(Path path, FileFingerprint fingerprint, DurableFile.Opener opener) throws IOException {
        String beginning = CONTENT + fingerprint.digest() + "\n";
        DurableFile file = DurableFile.open(path, beginning, opener);
        try {
            return new SendingJournal(file, read(path, beginning.strip()));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Notes that these lines are about to be sent.
     */
    synchronized void begin(List<Integer> lines) throws IOException {
        file.append(entry(SENDING, lines));
        lines.forEach(begun::set);
    }

    /**
     * Notes that these lines certainly were not sent.
     */
    synchronized void notSent(List<Integer> lines) throws IOException {
        List<Integer> taken = lines.stream().filter(begun::get).toList();
        if (!taken.isEmpty()) {
            file.append(entry(NOT_SENT, taken));
            taken.forEach(begun::clear);
        }
    }

    synchronized boolean hasBegun(int line) {
        return begun.get(line);
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }

    private static String entry(String kind, List<Integer> lines) {
        return lines.stream().map(String::valueOf).collect(Collectors.joining(" ", kind + " ", "\n"));
    }

    private static BitSet read(Path path, String beginning) throws IOException {
        BitSet begun = new BitSet();
        try (BufferedReader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            if (!beginning.equals(reader.readLine())) {
                throw new IOException(path + " belongs to another content: move it away");
            }
            for (String entry = reader.readLine(); entry != null; entry = reader.readLine()) {
                String[] words = entry.split(" ");
                for (int i = 1; i < words.length; i++) {
                    begun.set(Integer.parseInt(words[i]), isSending(words[0]));
                }
            }
            return begun;
        } catch (IllegalArgumentException e) {
            throw new IOException(path + " cannot be read: move it away once its messages were looked up", e);
        }
    }

    private static boolean isSending(String word) {
        return switch (word) {
            case SENDING -> true;
            case NOT_SENT -> false;
            default -> throw new IllegalArgumentException("unknown entry");
        };
    }
}
