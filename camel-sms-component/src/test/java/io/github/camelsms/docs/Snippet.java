package io.github.camelsms.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A block of code on a page.
 *
 * @param page     path of the page, from the root of the repository
 * @param line     line of the page on which the code begins, from 1
 * @param language what the page says it is, such as <code>java</code>
 * @param source   where the code is taken from, <code>File.java#region</code> or a file of the test resources, or null
 *                 if the page does not say
 */
record Snippet(String page, int line, String language, @Nullable String source, String code) {

    private static final Pattern SOURCE = Pattern.compile("(?://|<!--) from (\\S+?)(?: -->)?");
    private static final Pattern MARKDOWN_START = Pattern.compile("```(\\w+)");
    private static final Pattern ASCIIDOC_START = Pattern.compile("\\[source,\\s*(\\w+)]");

    /** The blocks of one language on a page, in order. */
    static List<Snippet> on(Path page, String language) {
        return on(page).stream().filter(snippet -> snippet.language().equals(language)).toList();
    }

    /** The blocks on a page, in order. */
    static List<Snippet> on(Path page) {
        boolean markdown = page.toString().endsWith(".md");
        Pattern start = markdown ? MARKDOWN_START : ASCIIDOC_START;
        List<String> lines = Documentation.read(page).lines().toList();
        List<Snippet> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher block = start.matcher(lines.get(i));
            if (block.matches()) {
                int first = markdown ? i + 1 : i + 2;
                int end = first;
                while (!lines.get(end).equals(markdown ? "```" : "----")) {
                    end++;
                }
                found.add(new Snippet(
                        Documentation.nameOf(page), first + 1, block.group(1), source(lines, i),
                        String.join("\n", lines.subList(first, end))));
                i = end;
            }
        }
        return found;
    }

    private static @Nullable String source(List<String> lines, int start) {
        Matcher source = SOURCE.matcher(start == 0 ? "" : lines.get(start - 1));
        return source.matches() ? source.group(1) : null;
    }

    /** Shows where the block is. */
    @Override
    public String toString() {
        return page + ":" + line;
    }
}
