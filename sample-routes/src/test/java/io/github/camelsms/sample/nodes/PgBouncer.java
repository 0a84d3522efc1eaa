package io.github.camelsms.sample.nodes;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A connection pooler in transaction mode between the nodes and the database, if <code>-Dpgbouncer=PATH</code> is set.
 * <code>-Dpgbouncer.url</code> is appended to the JDBC URL.
 */
final class PgBouncer {

    static final String URL_OPTIONS
            = System.getProperty("pgbouncer") == null ? "" : System.getProperty("pgbouncer.url", "?prepareThreshold=0");

    private static final List<Process> RUNNING = new ArrayList<>();

    private PgBouncer() {
    }

    /** Returns the port through which nodes reach the database. */
    static int portFor(Path folder, int databasePort) throws IOException {
        String program = System.getProperty("pgbouncer");
        if (program == null) {
            return databasePort;
        }
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path users = Files.writeString(folder.resolve("users.txt"), "\"postgres\" \"\"\n");
        Path config = Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                postgres = host=127.0.0.1 port=%d dbname=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = trust
                auth_file = %s
                pool_mode = transaction
                default_pool_size = %s
                max_client_conn = 200
                ignore_startup_parameters = extra_float_digits
                server_login_retry = 1
                %s
                """.formatted(databasePort, port, users, System.getProperty("pgbouncer.pool", "12"),
                Objects.toString(System.getProperty("pgbouncer.setting"), "").replace(';', '\n')));
        ProcessBuilder command = new ProcessBuilder(
                System.getProperty("user.name").equals("root")
                        ? List.of(program, "-u", "nobody", config.toString()) : List.of(program, config.toString()))
                .redirectErrorStream(true).redirectOutput(folder.resolve("pgbouncer.txt").toFile());
        RUNNING.add(command.start());
        return port;
    }

    static void stopAll() {
        RUNNING.forEach(Process::destroy);
        RUNNING.clear();
    }
}
