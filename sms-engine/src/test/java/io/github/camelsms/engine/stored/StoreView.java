package io.github.camelsms.engine.stored;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Predicate;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * View of a message store that can be replaced while it is in use, and whose calls can fail.
 */
final class StoreView {

    /** Store that executes the calls. */
    MessageStore present;
    /** Store that executes successful calls, too; null if there is none. */
    @Nullable
    MessageStore replica;
    /** Names of the methods that fail. */
    Predicate<String> failing = method -> false;
    /** Names of the methods that do not respond. */
    Predicate<String> stalling = method -> false;
    /** Calls without a response. */
    private final List<CompletableFuture<Object>> stalled = new ArrayList<>();
    /** Returns the failure of a call, or null. */
    BiFunction<String, Object[], @Nullable SmsStoreException> refusing = (method, arguments) -> null;
    /** Receives the names of the methods that are called, with their arguments. */
    BiConsumer<String, Object[]> watching = (method, arguments) -> {
    };

    private interface Source {
        @Nullable
        Object get() throws ReflectiveOperationException;
    }

    StoreView(MessageStore present) {
        this.present = present;
    }

    MessageStore store() {
        return view(MessageStore.class, () -> present, () -> replica);
    }

    /** Lets all calls without a response fail. */
    void failStalled() {
        List<CompletableFuture<Object>> calls = List.copyOf(stalled);
        stalled.clear();
        calls.forEach(call -> call.completeExceptionally(new SmsStoreException("timeout", true, null)));
    }

    /** Returns an object whose parts are always those of the present store. */
    private <T> T view(Class<T> type, Source source, Source copy) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (method.getReturnType().getSimpleName().matches("Message.*|AccountLeases")) {
                return view(
                        method.getReturnType(), () -> method.invoke(source.get(), arguments),
                        () -> method.invoke(copy.get(), arguments));
            }
            watching.accept(method.getName(), arguments);
            if (CompletionStage.class.isAssignableFrom(method.getReturnType()) && failing.test(method.getName())) {
                return CompletableFuture.failedFuture(new SmsStoreException("down", true, null));
            }
            if (CompletionStage.class.isAssignableFrom(method.getReturnType()) && stalling.test(method.getName())) {
                CompletableFuture<Object> call = new CompletableFuture<>();
                stalled.add(call);
                return call;
            }
            SmsStoreException refusal = refusing.apply(method.getName(), arguments);
            if (refusal != null) {
                return CompletableFuture.failedFuture(refusal);
            }
            try {
                if (replica != null) {
                    method.invoke(copy.get(), arguments);
                }
                return method.invoke(source.get(), arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
