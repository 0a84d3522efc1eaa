package io.github.camelsms.status;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A message store with faults: the process can crash at a call, or a call can fail once.
 */
final class StoreFaults {

    private final MessageStore store;
    private @Nullable String method;
    private boolean isAfter;
    private boolean isForGood;
    private boolean isGone;
    private int failures;

    StoreFaults(MessageStore store) {
        this.store = store;
    }

    /** Lets the next call of a method fail, before or after it has been executed. */
    synchronized void failOnce(String name, boolean afterwards) {
        method = name;
        isAfter = afterwards;
        isForGood = false;
    }

    /** Simulates a crash of the process at the next call of a method, before or after it has been executed. */
    synchronized void dieAt(String name, boolean afterwards) {
        method = name;
        isAfter = afterwards;
        isForGood = true;
    }

    synchronized boolean isGone() {
        return isGone;
    }

    synchronized int failures() {
        return failures;
    }

    /** Returns the store with these faults. */
    MessageStore store() {
        return proxy(MessageStore.class, (part, called, arguments) -> {
            Object result = called.invoke(store, arguments);
            return called.getReturnType().isInterface() ? proxy(called.getReturnType(), new Calls(result)) : result;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(StoreFaults.class.getClassLoader(), new Class<?>[] { type }, handler));
    }

    private final class Calls implements InvocationHandler {

        private final Object part;

        Calls(Object part) {
            this.part = part;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method called, Object @Nullable [] arguments) throws Throwable {
            boolean fails = fails(called.getName());
            if (fails && !isAfter) {
                return failed(called);
            }
            try {
                Object result = called.invoke(part, arguments);
                return fails ? failed(called) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private synchronized boolean fails(String called) {
        if (isGone) {
            isAfter = false;
            return true;
        }
        boolean fails = called.equals(method);
        if (fails) {
            method = null;
            failures++;
            isGone = isForGood;
        }
        return fails;
    }

    private static CompletionStage<Object> failed(Method called) {
        return CompletableFuture.failedFuture(
                new SmsStoreException("The message store failed on purpose in " + called.getName(), true, null));
    }
}
