package io.github.camelsms.dispatch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;

/**
 * View of a message store that can be replaced while it is in use, and whose calls can fail.
 */
final class StoreView {

    /** Store that executes the calls. */
    MessageStore present;
    /** Names of the methods that fail. */
    Predicate<String> failing = method -> false;
    /** Receives the names of the methods that are called, with their arguments. */
    BiConsumer<String, Object[]> watching = (method, arguments) -> {
    };

    private interface Source {
        Object get() throws ReflectiveOperationException;
    }

    StoreView(MessageStore present) {
        this.present = present;
    }

    MessageStore store() {
        return view(MessageStore.class, () -> present);
    }

    /** Returns an object whose parts are always those of the present store. */
    private <T> T view(Class<T> type, Source source) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (method.getReturnType().getSimpleName().matches("Message.*|AccountLeases")) {
                return view(method.getReturnType(), () -> method.invoke(source.get(), arguments));
            }
            watching.accept(method.getName(), arguments);
            if (CompletionStage.class.isAssignableFrom(method.getReturnType()) && failing.test(method.getName())) {
                return CompletableFuture.failedFuture(new SmsStoreException("down", true, null));
            }
            try {
                return method.invoke(source.get(), arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
