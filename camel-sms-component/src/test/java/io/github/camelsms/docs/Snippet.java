package io.github.camelsms.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A code block on a page.
 *
 * @param page     path of the page, relative to the root of the repository
 * @param line     first line of the code on the page, from 1
 * @param language language of the block, such as <code>java</code>
 * @param source   origin of the code, <code>File.java#region</code> or a file of the test resources, or null
 */
record Snippet(String page, int line, String language, @Nullable String source, String code) {

    private static final Pattern SOURCE = Pattern.compile("(?://|<!--) from (\\S+?)(?: -->)?");
    private static final Pattern MARKDOWN_START = Pattern.compile("```(\\w+)");
    private static final Pattern ASCIIDOC_START = Pattern.compile("\\[source,\\s*(\\w+)]");

    /** Returns the blocks of one language on a page, in order. */
    static List<Snippet> on(Path page, String language) {
        return on(page).stream().filter(snippet -> snippet.language().equals(language)).toList();
    }

    /** Returns the blocks on a page, in order. */
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

    /** Returns the position of the block. */
    @Override
    public String toString() {
        return page + ":" + line;
    }
}
