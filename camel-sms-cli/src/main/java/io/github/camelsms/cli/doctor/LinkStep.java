package io.github.camelsms.cli.doctor;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.cli.doctor.Finding.Setting;
import io.github.camelsms.cli.doctor.ServiceHttp.Received;
import org.jspecify.annotations.Nullable;

/** Name and form of the link to the next page of a query by date, on a day with more than 100 messages. */
final class LinkStep implements Step {

    private static final int PAGE = 100;
    private static final int DAYS = 7;
    private static final int MAX_PAGES = 20;
    private static final Pattern LINK
            = Pattern.compile("(?i)https?://.*|/.*|\\?.*|[\\w./%~-]*\\?[^=]+=.*|[\\w.~%-]+=[^\\s]*&.*");
    private static final Pattern FORWARD = Pattern.compile("(?i).*(next|more|remain|continu|pr[oó]xim|seguinte|restante).*");
    private static final Pattern LINK_HEADER = Pattern.compile("<([^<>]*)>[^<]*rel\\s*=\\s*\"?[^\"]*next");

    /** A link as the response has it. */
    private record Link(String place, String form, String reference) {
    }

    @Override
    public List<Point> points() {
        return List.of(Point.NEXT_LINK);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return Cost.free(dates(settings, 0).size() + MAX_PAGES, Duration.ofSeconds(30));
    }

    @Override
    public String plan(Examination examination) {
        return (examination.settings().dates().isEmpty()
                ? "Queries today and the " + DAYS + " days before for one with more than " + PAGE + " messages (see --date)"
                : "Queries the given dates")
               + ", and follows the link to the next pages. Consumes nothing.";
    }

    @Override
    public List<Finding> run(Examination examination) throws InterruptedException {
        Examination.Listed listed = examination.listed;
        long now = listed == null || listed.sentSeconds() == null
                ? examination.now().getEpochSecond() : listed.sentSeconds();
        for (long date : dates(examination.settings(), now)) {
            Received page = examination.get(Examination.byDate(date, null)).received();
            if (page != null && page.isSuccess() && StatusItems.in(page.json()).items().size() >= PAGE) {
                Link link = link(page);
                if (link != null) {
                    return List.of(found(examination, link));
                }
                String announced = announced(page);
                if (announced != null) {
                    return List.of(Finding.problem(
                            Point.NEXT_LINK, announced, "A full page has " + announced
                                                        + ", which is not a link. The component cannot follow it."));
                }
                return List.of(Finding.found(
                        Point.NEXT_LINK, "none", "A full page has no link. If that day has exactly " + PAGE
                                                 + " messages, it is the last one.",
                        acceptFullLastPage()));
            }
        }
        return List.of(Finding.notFound(
                Point.NEXT_LINK, "None of the dates has " + PAGE + " messages. Give the date of one with more: --date."));
    }

    private static List<Long> dates(DoctorSettings settings, long now) {
        if (!settings.dates().isEmpty()) {
            return settings.dates();
        }
        List<Long> dates = new ArrayList<>();
        for (int day = 0; day <= DAYS; day++) {
            dates.add(now - Duration.ofDays(day).toSeconds());
        }
        return dates;
    }

    private static Finding found(Examination examination, Link link) throws InterruptedException {
        URI operation = examination.http().address(Examination.STATUS_BY_DATE);
        Link next = link;
        Setting[] options = {};
        String end = "";
        for (int pages = 1; next != null && pages < MAX_PAGES; pages++) {
            String query = query(operation, next.reference());
            if (query == null) {
                return Finding.problem(Point.NEXT_LINK, link.place() + " " + link.form(), "The " + link.form() + " link in "
                                                                                          + link.place()
                                                                                          + " has another path, which the component does not follow.");
            }
            Received page = examination.get(Examination.STATUS_BY_DATE + "?" + query).received();
            int items = page == null ? 0 : StatusItems.in(page.json()).items().size();
            if (page == null || !page.isSuccess()) {
                return Finding.problem(Point.NEXT_LINK, link.place() + " " + link.form(),
                        "The " + link.form() + " link in " + link.place() + " got no usable response.");
            }
            next = link(page);
            if (next == null && items >= PAGE) {
                end = " The last page is full and has no link.";
                options = new Setting[] { acceptFullLastPage() };
            }
        }
        return Finding.found(
                Point.NEXT_LINK, link.place() + " " + link.form(),
                "A full page has " + (link.form().equals("absolute") ? "an absolute" : "a " + link.form()) + " link in "
                                                                   + link.place() + ", which leads to the next page." + end,
                options);
    }

    private static Setting acceptFullLastPage() {
        return new Setting("acceptFullLastPage", "true", "the last page can be full, and has no link");
    }

    /** Returns the link outside of the items; in the field with a name such as {@code next}, if there are several. */
    private static @Nullable Link link(Received page) {
        for (String header : page.links()) {
            Matcher link = LINK_HEADER.matcher(header);
            if (link.find()) {
                return new Link("the header Link", form(link.group(1)), link.group(1));
            }
        }
        Link neutral = null;
        for (Json.Place place : outside(page)) {
            String text = place.value().isTextual() ? place.value().textValue().strip() : "";
            if (LINK.matcher(text).matches()) {
                Link link = new Link(place.path(), form(text), text);
                if (FORWARD.matcher(place.path()).matches()) {
                    return link;
                }
                neutral = neutral == null ? link : neutral;
            }
        }
        return neutral;
    }

    /** Returns the path of a field that announces more without a link, or null. */
    private static @Nullable String announced(Received page) {
        for (Json.Place place : outside(page)) {
            JsonNode value = place.value();
            if (FORWARD.matcher(place.name()).matches() && value.isValueNode() && !value.isNull()
                    && !value.asText().isBlank()) {
                return place.path();
            }
        }
        return null;
    }

    private static List<Json.Place> outside(Received page) {
        JsonNode root = page.json();
        String items = StatusItems.in(root).path();
        return root == null
                ? List.of() : Json.places(root).stream().filter(
                        place -> items == null || (!place.path().startsWith(items + ".") && !place.path().equals(items)))
                        .toList();
    }

    private static String form(String reference) {
        if (reference.matches("(?i)https?://.*")) {
            return "absolute";
        }
        return reference.contains("/") && reference.indexOf('/') < (reference + "?").indexOf('?') ? "relative" : "query-only";
    }

    /** Returns the query string of a link to the operation, or null if it has another path. */
    private static @Nullable String query(URI operation, String reference) {
        try {
            if (reference.startsWith("?")) {
                return reference.substring(1);
            }
            if (form(reference).equals("query-only") && !reference.contains("?")) {
                return reference;
            }
            URI target = operation.resolve(reference);
            return operation.getPath().equals(target.getPath()) ? target.getRawQuery() : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
