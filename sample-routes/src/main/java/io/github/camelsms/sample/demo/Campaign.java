package io.github.camelsms.sample.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lines of the file of a campaign, its opt-outs, and its one-time passwords. The content is determined by the number of
 * lines: of each hundred, some are opted out, repeated or invalid.
 */
final class Campaign {

    /** Maximum number of messages to a number, as in the settings of the application. */
    static final int CAP = 2;
    /** Name of the file. */
    static final String FILE = "campaign.csv";
    private static final int MESSAGES_TO_A_REPEATED_NUMBER = 4;
    private static final int LINES_FOR_A_PASSWORD = 500;
    private static final int MIN_PASSWORDS = 20;

    private final List<Line> lines;
    private final List<Line> passwords;
    private final Map<String, Integer> repeated = new HashMap<>();

    /** What a line is for. */
    enum Kind {
        /** Accepted. */
        ORDINARY,
        /** One of several to a number, of which as many as {@link #CAP} are accepted. */
        REPEATED,
        /** To a number that has opted out. */
        OPTED_OUT,
        /** To a number that the service rejects. */
        REJECTED_BY_SERVICE,
        /** Cannot be sent. */
        INVALID,
        /** Has the correlation id of an earlier line and another text. */
        CONFLICTING,
        /** Copy of an earlier line, which is stored once and has one outcome. */
        COPY
    }

    /**
     * A line of the file, or a one-time password.
     *
     * @param number  area code and number, with the ninth digit
     * @param written the number as in the file
     */
    record Line(Kind kind, String id, String number, String written, String text) {

        String csv() {
            return written + "," + text + "," + id;
        }
    }

    /** @param size number of lines, 100 or more */
    Campaign(int size) {
        if (size < 100) {
            throw new IllegalArgumentException("a campaign of " + size + " lines is too short: use 100 or more");
        }
        lines = new ArrayList<>(size);
        int numbers = Math.max(1, size / 100 * 8 / MESSAGES_TO_A_REPEATED_NUMBER);
        for (int i = 0; i < size; i++) {
            lines.add(line(i, numbers));
        }
        lines.stream().filter(line -> line.kind == Kind.REPEATED).forEach(line -> repeated.merge(line.number, 1, Integer::sum));
        passwords = IntStream.range(0, Math.max(MIN_PASSWORDS, size / LINES_FOR_A_PASSWORD)).mapToObj(Campaign::password)
                .toList();
    }

    private Line line(int i, int numbers) {
        int place = i % 100;
        if (place < 4) {
            String number = optedOut(i);
            return line(Kind.OPTED_OUT, i, number, spelled(number, place));
        }
        if (place < 12) {
            String number = "119" + (20_000_000 + (i / 100 * 8 + place - 4) % numbers);
            return line(Kind.REPEATED, i, number, number);
        }
        String number = "119" + (30_000_000 + i);
        return switch (place) {
            case 12 -> line(Kind.INVALID, i, "", "11987");
            case 13 -> new Line(Kind.INVALID, "id-" + i, "", number, "Offer " + i + ", this line has no quotes");
            case 14 -> new Line(Kind.INVALID, "id-" + i, "", number, ("Offer " + i + " ").repeat(20));
            case 15 -> rejectedByService(i);
            case 16, 17 -> i < 100 ? line(Kind.ORDINARY, i, number, number) : again(lines.get(i - 50), place == 16);
            default -> line(Kind.ORDINARY, i, number, number);
        };
    }

    private static Line line(Kind kind, int i, String number, String written) {
        return new Line(kind, "id-" + i, number, written, "Your offer " + i + " is waiting");
    }

    private static Line rejectedByService(int i) {
        String number = String.format(Locale.ROOT, "1190000%04d", i / 100 % 10_000);
        return line(Kind.REJECTED_BY_SERVICE, i, number, number);
    }

    private static Line again(Line line, boolean isCopy) {
        return new Line(
                isCopy ? Kind.COPY : Kind.CONFLICTING, line.id, line.number, line.written,
                isCopy ? line.text : line.text + " for you");
    }

    /** Returns one of the ways to write a number of eleven digits. */
    private static String spelled(String number, int way) {
        String area = number.substring(0, 2);
        return switch (way) {
            case 0 -> number;
            case 1 -> "+55 " + area + " " + number.substring(2, 7) + "-" + number.substring(7);
            case 2 -> area + number.substring(3);
            default -> "(" + area + ") " + number.substring(3, 7) + "-" + number.substring(7);
        };
    }

    private static String optedOut(int i) {
        return "119" + (90_000_000 + i);
    }

    private static Line password(int i) {
        // Some have opted out as well.
        boolean isOptedOut = i % 20 == 0;
        String number = isOptedOut ? optedOut(i / 20 % 4) : "219" + (90_000_000 + i);
        return new Line(
                isOptedOut ? Kind.OPTED_OUT : Kind.ORDINARY, "password-" + i, number, number,
                "Your code is " + (100_000 + i));
    }

    /** Returns the lines of the file, without its header, which is line 1. */
    List<Line> lines() {
        return lines;
    }

    /** Returns the one-time passwords, which are put on the queue with the highest priority. */
    List<Line> passwords() {
        return passwords;
    }

    /** Returns how many lines there are to each number that is repeated. */
    Map<String, Integer> repeated() {
        return repeated;
    }

    /** Returns how many messages the service accepts. */
    int accepted() {
        long ordinary = lines.stream().filter(line -> line.kind == Kind.ORDINARY).count()
                        + passwords.stream().filter(line -> line.kind == Kind.ORDINARY).count();
        return (int) ordinary + repeated.values().stream().mapToInt(count -> Math.min(count, CAP)).sum();
    }

    /** Returns the content of the file. */
    String csv() {
        return lines.stream().map(Line::csv).collect(Collectors.joining("\n", "destination,messageText,correlationId\n", "\n"));
    }

    /** Returns the content of the file of opt-outs, in other spellings than those of the campaign. */
    String optOuts() {
        List<String> numbers = lines.stream().filter(line -> line.kind == Kind.OPTED_OUT).map(Line::number).toList();
        return IntStream.range(0, numbers.size()).mapToObj(i -> spelled(numbers.get(i), (i + 1) % 4))
                .collect(Collectors.joining("\n", "destination\n", "\n"));
    }
}
