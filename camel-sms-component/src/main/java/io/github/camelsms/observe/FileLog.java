package io.github.camelsms.observe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.RepeatedAlarm;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Count;
import io.github.camelsms.store.SmsFileProgress;
import org.jspecify.annotations.Nullable;

/**
 * Timer that logs the progress of an account's files in the message store, on the node that sends them. It occupies no
 * thread. Thread-safe.
 */
public final class FileLog {

    static final Duration INTERVAL = Duration.ofSeconds(10);
    /** Maximum number of files with a line of their own in each interval. */
    static final int MAX_FILES = 5;

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final ObservedAccount account;
    private final RepeatedAlarm alarm;
    private boolean isRunning;
    /** Files as they were last logged; null before the first count. */
    private @Nullable Map<String, SmsFileProgress> logged;

    public FileLog(ObservedAccount account, EngineClock clock) {
        this.account = account;
        this.alarm = new RepeatedAlarm(clock, this::log);
    }

    /** Starts the timer. Does nothing if it runs. */
    public synchronized void start() {
        if (!isRunning) {
            isRunning = true;
            alarm.set(INTERVAL);
        }
    }

    /** Stops the timer. */
    public synchronized void stop() {
        isRunning = false;
        alarm.cancel();
    }

    private synchronized void log() {
        if (!isRunning) {
            return;
        }
        alarm.set(INTERVAL);
        StoreFigures store = account.storeFigures();
        Ownership ownership = account.ownership();
        List<SmsFileProgress> files
                = store == null || ownership == null || !ownership.isOwner() ? null : store.files();
        if (files == null) {
            logged = null;
            return;
        }
        List<SmsFileProgress> changed = changed(files);
        changed.stream().limit(MAX_FILES).forEach(this::log);
        if (changed.size() > MAX_FILES) {
            LOG.info("SMS account {}: {} more files have made progress; the developer console shows them", account.label(),
                    changed.size() - MAX_FILES);
        }
    }

    /** Returns the files that have made progress. Those that had ended before the first count are not news. */
    private List<SmsFileProgress> changed(List<SmsFileProgress> files) {
        Map<String, SmsFileProgress> before = logged;
        Map<String, SmsFileProgress> now = new HashMap<>();
        List<SmsFileProgress> changed = new ArrayList<>();
        for (SmsFileProgress file : files) {
            now.put(file.file(), file);
            SmsFileProgress last = before == null ? null : before.get(file.file());
            boolean isNew = last == null ? before != null || !file.isFinished() : isChanged(last, file);
            if (isNew) {
                changed.add(file);
            }
        }
        logged = now;
        return changed;
    }

    /** Later delivery statuses of a finished file are not logged. */
    private static boolean isChanged(SmsFileProgress last, SmsFileProgress file) {
        boolean isStored = file.stored() != last.stored();
        return file.isFinished() ? !last.isFinished() || isStored : isStored || file.waiting() != last.waiting();
    }

    private void log(SmsFileProgress file) {
        SendFigures sending = account.sending();
        if (file.isFinished()) {
            LOG.info("SMS account {}: file {}: all {} messages have an outcome ({}), delivered {}", account.label(),
                    file.file(), Count.grouped(file.stored()), outcomes(file), Count.grouped(file.delivered()));
        } else {
            LOG.info("SMS account {}: file {}: stored {}, completed {} ({}), delivered {}, {} left", account.label(),
                    file.file(),
                    Count.grouped(file.stored()), Count.grouped(file.accepted() + file.rejected()), outcomes(file),
                    Count.grouped(file.delivered()),
                    sending == null ? "unknown time" : about(sending.timeToDrain(file.waiting())));
        }
    }

    /** Returns the numbers of accepted and rejected messages, and the others unless they are zero. */
    private static String outcomes(SmsFileProgress file) {
        return "accepted " + Count.grouped(file.accepted()) + ", rejected " + Count.grouped(file.rejected())
               + unlessZero(", not sent ", file.notSent()) + unlessZero(", unknown ", file.unknown())
               + unlessZero(", cancelled ", file.cancelled());
    }

    private static String unlessZero(String name, long count) {
        return count == 0 ? "" : name + Count.grouped(count);
    }

    private static String about(Duration time) {
        long minutes = time.plusSeconds(30).toMinutes();
        return minutes < 1 ? "less than 1 min" : "about " + minutes + " min";
    }
}
