package io.github.camelsms.store;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.model.NinthDigit;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that must not receive messages of any account. They are kept until they are removed.
 * <p>
 * A number is 1 to {@value #MAX_DIGITS} digits, as destinations of messages are. A mobile number of Brazil is the same
 * number with and without its ninth digit. A call with anything else fails with an {@link IllegalArgumentException},
 * before it changes or returns anything.
 */
public interface OptOuts {

    /** Maximum number of numbers in a call and in a page, so that other calls do not wait long. */
    int MAX_NUMBERS = 1_000;
    /** Maximum length of a number. Interface, "Limits". */
    int MAX_DIGITS = 11;
    /** Maximum length of a reason, in characters. */
    int MAX_REASON_LENGTH = 500;
    /** Number of a status, with or without the country code of Brazil. */
    Pattern NUMBER = Pattern.compile("(?:[+]?55(?=[0-9]{10,11}$))?([0-9]{10,11})");

    /**
     * Adds numbers. Numbers that were added before do not change.
     *
     * @param  numbers at most {@link #MAX_NUMBERS}
     * @param  reason  why, at most {@link #MAX_REASON_LENGTH} characters, or null
     * @return         how many of them are new; of two spellings of a number, one
     */
    CompletionStage<Integer> add(Collection<String> numbers, @Nullable String reason);

    /**
     * Removes numbers. Unknown numbers are not an error.
     *
     * @param  numbers at most {@link #MAX_NUMBERS}
     * @return         how many were removed
     */
    CompletionStage<Integer> remove(Collection<String> numbers);

    /**
     * Returns those of these numbers that must not receive messages, in the spellings of the call.
     *
     * @param numbers at most {@link #MAX_NUMBERS}
     */
    CompletionStage<Set<String>> contained(Collection<String> numbers);

    /**
     * Returns those of these numbers that must not receive messages, in the order of the numbers.
     *
     * @param numbers at most {@link #MAX_NUMBERS}
     */
    CompletionStage<List<SmsOptOut>> find(Collection<String> numbers);

    /**
     * Returns a page of all numbers, in their order as texts. Its cost does not depend on how many there are.
     *
     * @param after number of the last element of the previous page, or null for the first one
     * @param max   maximum number of elements, 1 to {@link #MAX_NUMBERS}; a page with fewer of them is the last one
     */
    CompletionStage<List<SmsOptOut>> find(@Nullable String after, int max);

    /**
     * Returns the number that a {@link SmsDeliveryStatus#BLACKLIST} is about, in its stored spelling; null for another
     * status, or if neither number is known.
     *
     * @param destination number of the status's message, or what is stored instead, or null
     */
    static @Nullable String blacklisted(SmsStatus status, @Nullable String destination) {
        if (status.status() != SmsDeliveryStatus.BLACKLIST) {
            return null;
        }
        for (String given : Arrays.asList(status.destination(), destination)) {
            Matcher number = NUMBER.matcher(given == null ? "" : given.strip());
            if (number.matches()) {
                return key(number.group(1));
            }
        }
        return null;
    }

    /**
     * Returns the stored spelling of a number.
     *
     * @throws IllegalArgumentException if it is not 1 to {@value #MAX_DIGITS} digits
     */
    static String key(String number) {
        boolean isNumber = !number.isEmpty() && number.length() <= MAX_DIGITS
                && number.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        if (!isNumber) {
            throw new IllegalArgumentException(
                    "a number is not 1 to " + MAX_DIGITS + " digits: read it with NumberRules first");
        }
        return NinthDigit.added(number);
    }

    /**
     * Returns the stored spellings of numbers, without duplicates, in the order in which stores lock them.
     *
     * @throws IllegalArgumentException if one is not 1 to {@value #MAX_DIGITS} digits, or if there are more than
     *                                  {@link #MAX_NUMBERS}
     */
    static List<String> keys(Collection<String> numbers) {
        if (numbers.size() > MAX_NUMBERS) {
            throw new IllegalArgumentException(numbers.size() + " numbers in a call, at most " + MAX_NUMBERS + " are allowed");
        }
        return numbers.stream().map(OptOuts::key).distinct().sorted().toList();
    }
}
