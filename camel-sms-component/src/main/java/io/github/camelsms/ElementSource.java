package io.github.camelsms;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Function;

import io.github.camelsms.dispatch.Intake;
import io.github.camelsms.dispatch.MessageSource;
import org.jspecify.annotations.Nullable;

/**
 * The messages among the elements of a body, in order; an element that holds elements itself stands for these.
 */
final class ElementSource implements MessageSource {

    private final boolean finite;
    private final int priority;
    private final Function<@Nullable Object, Intake> intake;
    private final Deque<Iterator<?>> nesting = new ArrayDeque<>();

    ElementSource(Iterator<?> elements, boolean finite, int priority, Function<@Nullable Object, Intake> intake) {
        this.finite = finite;
        this.priority = priority;
        this.intake = intake;
        nesting.push(elements);
    }

    @Override
    public @Nullable Intake next() {
        while (!nesting.isEmpty()) {
            Iterator<?> elements = nesting.peek();
            if (!elements.hasNext()) {
                nesting.pop();
                continue;
            }
            Object element = Elements.asText(elements.next());
            Iterator<?> nested = element instanceof CharSequence text ? JsonMessages.in(text.toString()) : Elements.of(element);
            if (nested == null) {
                return intake.apply(element);
            }
            nesting.push(nested);
        }
        return null;
    }

    @Override
    public boolean isFinite() {
        return finite;
    }

    @Override
    public int priority() {
        return priority;
    }
}
