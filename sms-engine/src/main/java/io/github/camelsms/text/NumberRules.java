package io.github.camelsms.text;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberType;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.NinthDigit;
import org.jspecify.annotations.Nullable;

/**
 * Reader and validator of the phone numbers of a country. It forgives only what has one meaning: first the characters
 * are checked, then where separators stand, then the numbering plan (libphonenumber). The library alone would read the
 * digits after a complete number as part of it.
 */
public final class NumberRules {

    /** Region that disables the check of the numbering plan. */
    public static final String NO_REGION = "none";
    public static final String BRAZIL = "BR";

    /** Interface, "Limits". */
    private static final int MAX_NUMBER_LENGTH = 11;
    private static final int MIN_BRAZILIAN_LENGTH = 10;
    private static final int AREA_CODE_LENGTH = 2;
    private static final char NINTH_DIGIT = '9';

    private static final PhoneNumberUtil LIBRARY = PhoneNumberUtil.getInstance();
    private static final Set<PhoneNumberType> SERVICES = EnumSet.of(
            PhoneNumberType.TOLL_FREE, PhoneNumberType.SHARED_COST, PhoneNumberType.PREMIUM_RATE, PhoneNumberType.UAN,
            PhoneNumberType.VOICEMAIL);
    /** A long number as spreadsheets save it, such as 4.9E+10 or 1187654321.0, which is no formatted phone number. */
    private static final Pattern SPREADSHEET_NUMBER
            = Pattern.compile("[0-9]+([.,][0-9]+)?[eE][+]?[0-9]+|[+]?[0-9]{10,}[.,][0-9]{1,2}");
    /**
     * Separators may stand after the country code 55, after the trunk prefix 0 and its carrier code, after the area
     * code, after the ninth digit, and before the last four digits.
     */
    private static final Pattern BRAZILIAN_NUMBER = Pattern.compile("""
            (?: \\(?(?<country>\\+?55)\\)? S | \\(?(?<trunk>0 S (?: (?:xx|\\d\\d) S )?) )?
            \\(?\\x20?(?<area>\\d\\d)\\x20?\\)? S
            (?<local>(?:9 S)?\\d{4} S \\d{4})""".replace("S", "\\x20?[-./]?\\x20?"),
            Pattern.COMMENTS | Pattern.CASE_INSENSITIVE);
    /** Numbers of Brazil without area code, or with a prefix instead: 0800, 0300, 0303, 0500, 0900. */
    private static final Pattern BRAZILIAN_SERVICE = Pattern.compile("0?(?:[3589]00|303)\\d{4,8}");
    private static final BitSet BRAZILIAN_AREA_CODES = new BitSet();

    static {
        for (int area = 11; area <= 99; area++) {
            BRAZILIAN_AREA_CODES.set(area, isSubscriber(parsed(area + "961234567", BRAZIL)));
        }
    }

    private final String region;

    private NumberRules(String region) {
        this.region = region;
    }

    /**
     * Result of reading a number.
     *
     * @param digits    the number as it is sent; empty if it is refused
     * @param complaint why the number is refused, without any part of it but the area code; otherwise null
     */
    public record Reading(String digits, @Nullable String complaint) {

        static Reading refused(String complaint) {
            return new Reading("", "destination " + complaint);
        }
    }

    /**
     * Returns the rules of a country.
     *
     * @param  region                   code of ISO 3166, such as BR, or {@value #NO_REGION}
     * @throws IllegalArgumentException if the country is not known
     */
    public static NumberRules of(String region) {
        if (region.equalsIgnoreCase(NO_REGION)) {
            return new NumberRules(NO_REGION);
        }
        String code = region.toUpperCase(Locale.ROOT);
        if (!LIBRARY.getSupportedRegions().contains(code)) {
            throw new IllegalArgumentException(
                    "is not a country: give its code of two letters (ISO 3166), such as BR, or " + NO_REGION
                                               + " to disable the check of numbers");
        }
        return new NumberRules(code);
    }

    /** Reads a number in any form that people use. */
    public Reading read(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return Reading.refused("is missing" + remedy());
        }
        if (region.equals(BRAZIL) && isPlainMobileNumber(given)) {
            return new Reading(given, null);
        }
        if (SPREADSHEET_NUMBER.matcher(given.strip()).matches()) {
            return Reading.refused(
                    "has a decimal point or an exponent, as spreadsheets save numbers: format its column as text,"
                                   + " and enter the numbers again" + remedy());
        }
        StringBuilder text = new StringBuilder(given.length());
        String complaint = clean(given.strip(), text);
        if (complaint != null) {
            return Reading.refused(complaint + remedy());
        }
        String cleaned = text.toString().strip();
        return switch (region) {
            case BRAZIL -> brazilian(cleaned);
            case NO_REGION -> unchecked(cleaned);
            default -> foreign(cleaned);
        };
    }

    /**
     * Returns the number of a message that may have been sent with other rules, or null if there is none. Digits
     * without separators are returned as they are if they are not a number of the country.
     */
    public @Nullable String ofSent(@Nullable String given) {
        Reading reading = read(given);
        if (reading.complaint() == null) {
            return reading.digits();
        }
        String asWritten = new NumberRules(NO_REGION).read(given).digits();
        boolean isLongEnough = asWritten.length() >= (region.equals(BRAZIL) ? MIN_BRAZILIAN_LENGTH : 1);
        return isLongEnough ? asWritten : null;
    }

    /**
     * Returns a number with its other spelling, if it is one of a mobile phone in Brazil: the interface accepts it with
     * or without the ninth digit.
     *
     * @param number area code and number, digits only
     */
    public List<String> spellings(String number) {
        return region.equals(BRAZIL) ? NinthDigit.spellings(number) : List.of(number);
    }

    /** Returns whether the library, which takes several microseconds, would find a number of a mobile phone. */
    private static boolean isPlainMobileNumber(String given) {
        return given.length() == MAX_NUMBER_LENGTH && given.charAt(AREA_CODE_LENGTH) == NINTH_DIGIT && isDigits(given)
                && isAreaCode(given);
    }

    private static boolean isAreaCode(String digits) {
        return BRAZILIAN_AREA_CODES.get(Character.digit(digits.charAt(0), 10) * 10 + Character.digit(digits.charAt(1), 10));
    }

    /**
     * Copies a number with one kind of space and hyphen, and without invisible characters.
     *
     * @return why it cannot be a phone number, or null
     */
    private static @Nullable String clean(String given, StringBuilder cleaned) {
        int c;
        for (int i = 0; i < given.length(); i += Character.charCount(c)) {
            c = given.codePointAt(i);
            if (Character.isSpaceChar(c) || c == '\t') {
                if (!cleaned.isEmpty() && cleaned.charAt(cleaned.length() - 1) != ' ') {
                    cleaned.append(' ');
                }
            } else if (isDash(c)) {
                cleaned.append('-');
            } else if (c >= '0' && c <= '9' || "()./+xX".indexOf(c) >= 0) {
                cleaned.append((char) c);
            } else if (!isInvisible(c)) {
                return "contains " + TextRules.named(c);
            }
        }
        return null;
    }

    /** Hyphens and dashes, and the minus sign. */
    private static boolean isDash(int c) {
        return c == '-' || c >= '\u2010' && c <= '\u2015' || c == '\u2212';
    }

    /**
     * Soft hyphens, zero-width characters and direction marks, which copied numbers contain. U+202E is no such mark,
     * because it shows the digits in another order.
     */
    private static boolean isInvisible(int c) {
        return c == '\u00ad' || c == '\u061c' || c >= '\u200b' && c <= '\u200f' || c >= '\u202a' && c <= '\u202d'
                || c >= '\u2060' && c <= '\u2064' || c >= '\u2066' && c <= '\u2069' || c == '\ufeff';
    }

    private Reading brazilian(String text) {
        Matcher shape = BRAZILIAN_NUMBER.matcher(text);
        if (!shape.matches()) {
            return Reading.refused(brazilianComplaint(text, null) + remedy());
        }
        String number = shape.group("area") + digits(shape.group("local"));
        // A number of a mobile phone without the ninth digit is valid in the interface, but not in the plan.
        String inPlan = NinthDigit.added(number);
        String trunk = shape.group("trunk");
        if (trunk == null && isPlainMobileNumber(inPlan)) {
            return new Reading(number, null);
        }
        PhoneNumber parsed = parsed((trunk == null ? "+55" : digits(trunk)) + inPlan, BRAZIL);
        return parsed != null && isSubscriber(parsed) && national(parsed).equals(inPlan)
                ? new Reading(number, null) : Reading.refused(brazilianComplaint(text, number) + remedy());
    }

    /**
     * Returns why a text is no number.
     *
     * @param shaped its area code and number if it has the form of one, otherwise null
     */
    private static String brazilianComplaint(String text, @Nullable String shaped) {
        int letter = text.toLowerCase(Locale.ROOT).indexOf('x');
        String all = digits(text);
        if (BRAZILIAN_SERVICE.matcher(all).matches() || isService(parsed(all, BRAZIL))) {
            return "is a service number, such as 0800, 0300 or 4004, which receives no SMS";
        } else if (text.startsWith("+") && !all.startsWith("55")) {
            return "belongs to another country";
        } else if (letter >= 0 && shaped == null) {
            return "contains " + TextRules.named(text.charAt(letter));
        }
        String number = shaped == null ? withoutPrefix(all) : shaped;
        if (number.length() < MIN_BRAZILIAN_LENGTH || number.length() > MAX_NUMBER_LENGTH) {
            return "has " + Count.of(number.length(), "digit", "digits");
        } else if (!isAreaCode(number)) {
            return "has the area code " + number.substring(0, AREA_CODE_LENGTH) + ", which does not exist";
        } else if (number.length() == MAX_NUMBER_LENGTH && number.charAt(AREA_CODE_LENGTH) != NINTH_DIGIT) {
            return "has 11 digits, but no 9 after the area code";
        } else if (number.charAt(AREA_CODE_LENGTH) < '2') {
            return "has a " + number.charAt(AREA_CODE_LENGTH) + " after the area code, with which no number begins";
        } else if (shaped == null) {
            return "has separators where a phone number has none, as if an extension or another number followed";
        }
        return "has a carrier code that does not exist";
    }

    /** Removes what can be a country code, or a trunk prefix with or without carrier code. */
    private static String withoutPrefix(String digits) {
        int length = digits.length();
        if (digits.startsWith("0")) {
            return digits.substring(length > MAX_NUMBER_LENGTH + 1 ? Math.min(3, length) : 1);
        }
        int rest = length - 2;
        boolean hasCountryCode = rest >= MIN_BRAZILIAN_LENGTH && rest <= MAX_NUMBER_LENGTH && digits.startsWith("55");
        return hasCountryCode ? digits.substring(2) : digits;
    }

    /** Reads a number of another country. Its groups of digits are not known here. */
    private Reading foreign(String text) {
        int letter = text.toLowerCase(Locale.ROOT).indexOf('x');
        if (letter >= 0) {
            return Reading.refused("contains " + TextRules.named(text.charAt(letter)) + remedy());
        }
        PhoneNumber number = parsed(text, region);
        if (number == null || !LIBRARY.isValidNumberForRegion(number, region)) {
            return Reading.refused("is not a number of " + region + remedy());
        } else if (isService(number)) {
            return Reading.refused("is a service number, which receives no SMS" + remedy());
        }
        String national = national(number);
        if (national.length() > MAX_NUMBER_LENGTH) {
            return Reading.refused("has " + national.length() + " digits without the country code" + remedy());
        } else if (!digits(text).endsWith(national)) {
            return Reading.refused("is written in a way that changes its digits: write it without prefixes" + remedy());
        } else if (isCompleteBeforeASeparator(text)) {
            return Reading.refused(
                    "is complete before its last separator, as if an extension or another number followed" + remedy());
        }
        return new Reading(national, null);
    }

    private boolean isCompleteBeforeASeparator(String text) {
        for (int i = 1; i < text.length(); i++) {
            if (!Character.isDigit(text.charAt(i))) {
                PhoneNumber start = parsed(text.substring(0, i), region);
                if (start != null && LIBRARY.isValidNumberForRegion(start, region)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Without a numbering plan nobody knows where a number ends, so that separators are refused. */
    private Reading unchecked(String text) {
        return isDigits(text) && text.length() <= MAX_NUMBER_LENGTH
                ? new Reading(text, null) : Reading.refused("is not 1 to 11 digits" + remedy());
    }

    private String remedy() {
        return switch (region) {
            case BRAZIL -> "; give area code and number, 10 or 11 digits in all";
            case NO_REGION -> "; with numberRegion=none, give only digits";
            default -> "; give a number of the country " + region + " (option numberRegion) of at most 11 digits";
        };
    }

    private static @Nullable PhoneNumber parsed(String number, String region) {
        try {
            return LIBRARY.parse(number, region);
        } catch (NumberParseException e) {
            return null;
        }
    }

    private static String national(PhoneNumber number) {
        return LIBRARY.getNationalSignificantNumber(number);
    }

    private static boolean isSubscriber(@Nullable PhoneNumber number) {
        return number != null && LIBRARY.isValidNumber(number) && !isService(number);
    }

    private static boolean isService(@Nullable PhoneNumber number) {
        return number != null && SERVICES.contains(LIBRARY.getNumberType(number));
    }

    private static String digits(String text) {
        StringBuilder digits = new StringBuilder(text.length());
        text.chars().filter(c -> c >= '0' && c <= '9').forEach(c -> digits.append((char) c));
        return digits.toString();
    }

    private static boolean isDigits(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return !value.isEmpty();
    }
}
