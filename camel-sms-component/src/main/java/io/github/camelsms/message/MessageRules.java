package io.github.camelsms.message;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

import io.github.camelsms.dispatch.CheckedMessage;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

/**
 * Validation of a message before it is sent (interface, "Message to send"). An invalid message is rejected without
 * affecting others. The reason contains no text or phone number.
 */
public final class MessageRules {

    /** Maximum number of characters of a correlation id. */
    public static final int MAX_CORRELATION_ID_LENGTH = 50;
    private static final int MIN_NUMBER_LENGTH = 10;
    private static final int MAX_NUMBER_LENGTH = 11;
    private static final int AREA_CODE_LENGTH = 2;
    private static final String NINTH_DIGIT = "9";
    private static final String COUNTRY_CODE = "55";
    /** A long number as spreadsheets save it, such as 4.9E+10 or 1187654321.0, which is no formatted phone number. */
    private static final Pattern SPREADSHEET_NUMBER
            = Pattern.compile("[0-9]+([.,][0-9]+)?[eE][+]?[0-9]+|[+]?[0-9]{10,}[.,][0-9]{1,2}");
    private static final String INTERNATIONAL = "+" + COUNTRY_CODE;
    /** 9999-12-31T23:59:59Z. Larger numbers are probably milliseconds. */
    private static final long LATEST_SECOND = 253_402_300_799L;

    private MessageRules() {
    }

    /**
     * Returns the message with its destination reduced to digits, or its rejection.
     *
     * @param texts rules for texts that are too long
     */
    public static CheckedMessage check(SmsMessage message, TextRules texts) {
        String destination = digits(message.destination());
        String complaint = textComplaint(message.messageText(), texts);
        if (complaint == null) {
            complaint = correlationIdComplaint(message.correlationId());
        }
        if (complaint == null) {
            complaint = dateComplaint(message.scheduledDate());
        }
        if (complaint == null) {
            complaint = priorityComplaint(message.priority());
        }
        if (complaint != null) {
            return rejected(null, complaint, message.correlationId());
        }
        if (!isNumber(destination)) {
            return rejected(SmsSendResult.CODE_REJECTED, destinationComplaint(message.destination(), destination),
                    message.correlationId());
        }
        return new CheckedMessage.Valid(
                destination.equals(message.destination())
                        ? message
                        : message.withDestination(destination));
    }

    /**
     * Returns a rejection. Equal reasons are one text, because a wrong export can have a million lines with one error.
     */
    public static CheckedMessage rejected(@Nullable Integer code, String reason, @Nullable String correlationId) {
        return new CheckedMessage.Rejected(SmsSendResult.rejected(code, reason.intern(), correlationId));
    }

    private static @Nullable String textComplaint(@Nullable String text, TextRules texts) {
        if (text == null || text.isEmpty()) {
            return "messageText is missing: give 1 to 160 characters";
        }
        return TextRules.isWhole(text)
                ? texts.complaint(text)
                : "messageText contains half of a surrogate pair, which UTF-8 cannot encode: split texts between characters, not within an emoji";
    }

    private static @Nullable String correlationIdComplaint(@Nullable String id) {
        if (id == null) {
            return null;
        }
        if (id.isEmpty() || id.length() > MAX_CORRELATION_ID_LENGTH) {
            return "correlationId has " + id.length() + " characters: 1 to 50 are allowed";
        }
        if (id.isBlank()) {
            return "correlationId is blank, as if the message had none: give visible characters";
        }
        return isPrintable(id)
                ? null
                : "correlationId contains a character that cannot be printed: control, format, line separator, private or unassigned";
    }

    private static boolean isPrintable(String id) {
        int c;
        for (int i = 0; i < id.length(); i += Character.charCount(c)) {
            c = id.codePointAt(i);
            boolean plain = c >= ' ' && c <= '~';
            if (!plain && isHidden(c)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether a character can break a line, reorder or hide its neighbors, or has no standard meaning.
     */
    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
                true;
            default -> false;
        };
    }

    private static @Nullable String dateComplaint(@Nullable Instant date) {
        if (date == null || date.getEpochSecond() > 0 && date.getEpochSecond() <= LATEST_SECOND) {
            return null;
        }
        return "scheduledDate is out of range: give seconds since 1970, not milliseconds";
    }

    private static @Nullable String priorityComplaint(@Nullable Integer priority) {
        return priority == null || isPriority(priority)
                ? null : "priority is " + priority + ": give 0 (lowest) to 9 (highest)";
    }

    public static boolean isPriority(int value) {
        return value >= SmsMessage.LOWEST_PRIORITY && value <= SmsMessage.HIGHEST_PRIORITY;
    }

    private static String destinationComplaint(@Nullable String given, String digits) {
        String complaint;
        if (given == null || given.isBlank()) {
            complaint = "destination is missing";
        } else if (isOfSpreadsheet(given)) {
            complaint
                    = "destination has a decimal point or an exponent, as spreadsheets save numbers: format its column as text,"
                      + " and enter the numbers again";
        } else if (!isDigits(digits)) {
            complaint = "destination contains other characters than digits and formatting";
        } else {
            complaint = "destination has " + digits.length() + " digits";
        }
        return SmsSendResult.INVALID_NUMBER_FORMAT + ": " + complaint
               + "; give area code and number, 10 or 11 digits in all";
    }

    /**
     * Removes formatting and one leading country code or 0. Without a plus sign, 55 is the country code of a number
     * with 12 or 13 digits; in a shorter number it is an area code.
     */
    public static String digits(@Nullable String destination) {
        if (destination == null) {
            return "";
        }
        boolean isPlain = isDigits(destination);
        if (!isPlain && isOfSpreadsheet(destination)) {
            // Its decimals would become digits of another number.
            return destination;
        }
        String number = isPlain ? destination : unformatted(destination);
        if (number.startsWith(INTERNATIONAL)) {
            return number.substring(INTERNATIONAL.length());
        } else if (number.startsWith("0")) {
            return number.substring(1);
        }
        int length = number.length() - COUNTRY_CODE.length();
        boolean hasCountryCode
                = length >= MIN_NUMBER_LENGTH && length <= MAX_NUMBER_LENGTH && number.startsWith(COUNTRY_CODE);
        return hasCountryCode ? number.substring(COUNTRY_CODE.length()) : number;
    }

    private static boolean isOfSpreadsheet(String destination) {
        return SPREADSHEET_NUMBER.matcher(destination.strip()).matches();
    }

    private static String unformatted(String destination) {
        StringBuilder kept = new StringBuilder(destination.length());
        destination.codePoints().filter(c -> !isFormatting(c)).forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static boolean isFormatting(int c) {
        return c == '(' || c == ')' || c == '-' || c == '.' || c == '/' || Character.isWhitespace(c)
                || Character.isSpaceChar(c);
    }

    /** Returns whether a text that {@link #digits(String)} has returned is an area code and a number. */
    public static boolean isNumber(String digits) {
        return digits.length() >= MIN_NUMBER_LENGTH && digits.length() <= MAX_NUMBER_LENGTH && isDigits(digits);
    }

    /**
     * Returns a number with its other spelling, if it is a mobile number: the interface accepts it with or without the
     * ninth digit. Without it, numbers of mobile phones begin with 6 to 9, and others with 2 to 5.
     *
     * @param number area code and number, for which {@link #isNumber(String)} is true
     */
    public static List<String> spellings(String number) {
        String area = number.substring(0, AREA_CODE_LENGTH);
        String local = number.substring(AREA_CODE_LENGTH);
        boolean hasNinthDigit = number.length() == MAX_NUMBER_LENGTH && local.startsWith(NINTH_DIGIT);
        String eightDigits = hasNinthDigit ? local.substring(1) : local;
        boolean isMobile = eightDigits.length() == MIN_NUMBER_LENGTH - AREA_CODE_LENGTH && eightDigits.charAt(0) >= '6';
        return isMobile
                ? List.of(number, area + (hasNinthDigit ? "" : NINTH_DIGIT) + eightDigits) : List.of(number);
    }

    private static boolean isDigits(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
