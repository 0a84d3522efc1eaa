package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test with three quarters of the kills, on SQLite. <code>-Dkills=2000</code> sets the number of all kills,
 * <code>-Dkill.seed=7</code> their times.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class TortureSqliteTest {

    @TempDir
    Path folder;

    @Test
    void kill_atEveryPoint_losesNothingAndSendsNothingTwice() throws Exception {
        new Torture(folder).kill("file", folder.resolve("store.db").toString(), Torture.KILLS - Torture.KILLS / 4);
    }
}
