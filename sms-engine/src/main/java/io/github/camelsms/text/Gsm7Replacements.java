package io.github.camelsms.text;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * GSM-7 replacements of characters that Unicode does not decompose into letters and marks.
 */
final class Gsm7Replacements {

    /** Each line has a replacement, a space, and the characters that it replaces. */
    private static final String TABLE = """
            ' ‘’‚‛′‹›ʹʻʼˈ`´
            " “”„‟″«»ʺ
            - ‐‑‒–—―−⁃
            ... …
            , ،、
            * •∙●∗
            . ·․
            ~ ˜∼≈
            ^ ˆ
            | ¦
            / ⁄∕÷
            x ×
            o °
            u µ
            +/- ±
            != ≠
            <= ≤
            >= ≥
            -> →
            <- ←
            (c) ©
            (r) ®
            d đð
            D ĐÐ
            h ħ
            H Ħ
            i ı
            l ł
            L Ł
            n ŋ
            N Ŋ
            oe œ
            OE Œ
            t ŧ
            T Ŧ
            th þ
            TH Þ
            ß ẞ
            A Αα
            B Ββ
            Γ γ
            Δ δ
            E Εε
            Z Ζζ
            H Ηη
            Θ θ
            I Ιι
            K Κκ
            Λ λ
            M Μμ
            N Νν
            Ξ ξ
            O Οο
            Π π
            P Ρρ
            Σ σς
            T Ττ
            Y Υυ
            Φ φ
            X Χχ
            Ψ ψ
            Ω ω
            """;
    private static final Map<Integer, String> REPLACEMENTS = new HashMap<>();

    static {
        TABLE.lines().forEach(line -> {
            int space = line.indexOf(' ');
            line.substring(space + 1).codePoints().filter(c -> c != ' ')
                    .forEach(c -> REPLACEMENTS.putIfAbsent(c, line.substring(0, space)));
        });
        REPLACEMENTS.put((int) '\u0085', "\n");
        REPLACEMENTS.put((int) '\u2028', "\n");
        REPLACEMENTS.put((int) '\u2029', "\n");
    }

    private Gsm7Replacements() {
    }

    /** Returns the replacement, or null if there is none. */
    static @Nullable String of(int codePoint) {
        return REPLACEMENTS.get(codePoint);
    }
}
