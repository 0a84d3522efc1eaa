package io.github.camelsms.text;

import io.github.camelsms.model.SmsEncoding;

/**
 * Encoding of a text and the number of SMS segments that it usually takes (3GPP TS 23.040): up to 160 positions of
 * GSM-7 or 70 characters of UCS-2 in one segment, otherwise 153 or 67 in each. No character is cut in two.
 *
 * @param count 1 or more
 */
public record Segments(SmsEncoding encoding, int count) {

    private static final int GSM_7_SINGLE = 160;
    private static final int GSM_7_CONCATENATED = 153;
    private static final int UCS_2_SINGLE = 70;
    private static final int UCS_2_CONCATENATED = 67;

    /** Returns the segments of a text. */
    public static Segments of(String text) {
        int positions = Gsm7.positions(text);
        return positions == Gsm7.OTHER_ALPHABET
                ? new Segments(SmsEncoding.UCS_2, ucs2(text)) : new Segments(SmsEncoding.GSM_7, gsm7(text, positions));
    }

    private static int gsm7(String text, int positions) {
        if (positions <= GSM_7_SINGLE) {
            return 1;
        }
        int count = 1;
        int used = 0;
        for (int i = 0; i < text.length(); i++) {
            int width = Gsm7.width(text.charAt(i));
            if (used + width > GSM_7_CONCATENATED) {
                count++;
                used = 0;
            }
            used += width;
        }
        return count;
    }

    private static int ucs2(String text) {
        if (text.length() <= UCS_2_SINGLE) {
            return 1;
        }
        int count = 1;
        int used = 0;
        int width;
        for (int i = 0; i < text.length(); i += width) {
            width = Character.charCount(text.codePointAt(i));
            if (used + width > UCS_2_CONCATENATED) {
                count++;
                used = 0;
            }
            used += width;
        }
        return count;
    }
}
