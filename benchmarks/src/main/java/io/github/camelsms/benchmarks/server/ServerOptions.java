package io.github.camelsms.benchmarks.server;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Command-line options of one lean server.
 *
 * @param port        port to listen on; 0 for a free port
 * @param interval    nanoseconds of the limiter, for each account
 * @param there       outbound latency before a request arrives
 * @param back        latency after the response is created
 * @param seed        seed of the latencies
 * @param trackIds    whether it records correlation ids, to count those accepted twice
 * @param userLimited whether each user name has its own limiter
 * @param json        whether it parses requests and writes responses as JSON; correlation ids are not recorded then
 */
record ServerOptions(int port, LimiterKind limiter, long interval, DelayRange there, DelayRange back, long seed,
        boolean trackIds, boolean userLimited, boolean json) {

    static final String USAGE = """
            LeanServer [OPTIONS] [+ OPTIONS of a further server in the same process] ...
              --port N             where to listen; 0, the default, takes a free port
              --limiter NAME       none (default), sliding, fixed, bucket or interval
              --interval-ms N      of the limiter, default 1000
              --count-refused      requests that sliding refused count too, which makes it interval
              --accounts           a limiter for each user name (HTTP Basic)
              --there MIN-MAX      delay before the request arrives, milliseconds, default 0
              --back MIN-MAX       delay of the response, milliseconds, default 0
              --seed N             of the delays, default 1
              --track-ids          count correlation ids that were accepted twice
              --json               read requests and write answers with Jackson, without --track-ids
            Prints READY and the ports in the order of the servers.
            """;

    /** Parses the options of each server, separated by plus signs. */
    static List<ServerOptions> parseAll(List<String> arguments) {
        List<ServerOptions> all = new ArrayList<>();
        List<String> one = new ArrayList<>();
        for (String argument : arguments) {
            if (argument.equals("+")) {
                all.add(parse(one));
                one.clear();
            } else {
                one.add(argument);
            }
        }
        all.add(parse(one));
        return all;
    }

    static ServerOptions parse(List<String> arguments) {
        int port = 0;
        LimiterKind limiter = LimiterKind.none;
        long interval = 1_000_000_000L;
        DelayRange there = DelayRange.NONE;
        DelayRange back = DelayRange.NONE;
        long seed = 1;
        boolean trackIds = false;
        boolean countRefused = false;
        boolean userLimited = false;
        boolean json = false;
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String name = rest.next();
            switch (name) {
                case "--port" -> port = Integer.parseInt(value(name, rest));
                case "--limiter" -> limiter = LimiterKind.valueOf(value(name, rest));
                case "--interval-ms" -> interval = Math.round(Double.parseDouble(value(name, rest)) * 1e6);
                case "--there" -> there = DelayRange.parse(value(name, rest));
                case "--back" -> back = DelayRange.parse(value(name, rest));
                case "--seed" -> seed = Long.parseLong(value(name, rest));
                case "--track-ids" -> trackIds = true;
                case "--count-refused" -> countRefused = true;
                case "--accounts" -> userLimited = true;
                case "--json" -> json = true;
                default -> throw new IllegalArgumentException("unknown option " + name);
            }
        }
        boolean asInterval = countRefused && limiter == LimiterKind.sliding;
        return new ServerOptions(
                port, asInterval ? LimiterKind.interval : limiter, interval, there, back, seed, trackIds, userLimited,
                json);
    }

    /** Returns whether there is no latency, so that no clock is needed. */
    boolean isUnlimited() {
        return limiter == LimiterKind.none && there.max() == 0 && back.max() == 0;
    }

    private static String value(String name, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException("option " + name + " needs a value");
        }
        return rest.next();
    }
}
