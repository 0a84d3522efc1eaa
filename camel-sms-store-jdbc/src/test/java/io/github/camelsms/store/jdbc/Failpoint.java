package io.github.camelsms.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaimed;
import org.jspecify.annotations.Nullable;

/**
 * A point before or after a commit at which a process reports its position and blocks. Its name is that of the
 * operation: <code>sending.claim.after</code>.
 */
final class Failpoint {

    /**
     * Visibility timeout of deliveries and block requests of a crashed process, instead of minutes.
     */
    private static final Duration MAX_TIME = Duration.ofSeconds(2);

    private final String name;
    private final AtomicInteger left;
    private final Consumer<String> announce;

    /**
     * @param hit number of the call that blocks, from 1; calls without result do not count
     */
    Failpoint(String name, int hit, Consumer<String> announce) {
        this.name = name;
        this.left = new AtomicInteger(hit);
        this.announce = announce;
    }

    /** Returns a store with this failpoint. */
    MessageStore in(MessageStore store) {
        return proxy(MessageStore.class, store, (part, method, arguments) -> {
            Object result = invoke(store, method, arguments);
            return method.getReturnType().isInterface() && result != null
                    ? proxy(method.getReturnType(), result, (same, call, values) -> call(part.getName(), result, call, values))
                    : result;
        });
    }

    private interface Handler {

        @Nullable
        Object handle(Method part, Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Object target, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                Failpoint.class.getClassLoader(), new Class<?>[] { type },
                (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                        ? invoke(target, method, arguments) : handler.handle(method, method, arguments)));
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private @Nullable Object call(String part, Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        if (part.equals("results") || part.equals("statuses")) {
            shorten(arguments);
        }
        String operation = part + "." + method.getName();
        if (name.equals(operation + ".before")) {
            reach();
        }
        Object result = invoke(target, method, arguments);
        if (name.equals(operation + ".after") && result instanceof CompletionStage<?> stage) {
            return stage.thenApply(value -> {
                if (operation.equals("statuses.read") || hasFound(value)) {
                    reach();
                }
                return value;
            });
        }
        return result;
    }

    private static void shorten(@Nullable Object @Nullable [] arguments) {
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            if (arguments[i] instanceof Duration time && time.compareTo(MAX_TIME) > 0) {
                arguments[i] = MAX_TIME;
            }
        }
    }

    private static boolean hasFound(@Nullable Object value) {
        if (value instanceof SmsClaimed claimed) {
            return !claimed.requests().isEmpty();
        }
        return value instanceof Collection<?> found ? !found.isEmpty()
                : value instanceof Optional<?> one ? one.isPresent() : value != null;
    }

    private void reach() {
        if (left.decrementAndGet() == 0) {
            announce.accept(name);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
