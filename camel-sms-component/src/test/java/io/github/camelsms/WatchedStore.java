package io.github.camelsms;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;

/** A message store that records the methods that a component calls. */
public final class WatchedStore {

    private final Set<String> calls = new ConcurrentSkipListSet<>();
    private final Set<String> failing = new ConcurrentSkipListSet<>();
    private final MessageStore watched;

    public WatchedStore(MessageStore store) {
        this.watched = watched(MessageStore.class, store, "");
    }

    public MessageStore store() {
        return watched;
    }

    /** Returns the names of the called methods of the store's parts, as <code>intake.store</code>. */
    public Set<String> calls() {
        return calls;
    }

    /** Lets calls of a method fail. */
    public void fail(String method) {
        failing.add(method);
    }

    private <T> T watched(Class<T> type, T target, String part) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            if (!part.isEmpty() && !method.getDeclaringClass().equals(Object.class)) {
                calls.add(part + "." + method.getName());
            }
            if (failing.contains(part + "." + method.getName())) {
                throw new SmsStoreException("The disk is full", false, null);
            }
            try {
                Object result = method.invoke(target, arguments);
                Class<?> returned = method.getReturnType();
                boolean isPart = part.isEmpty() && returned.isInterface()
                        && returned.getPackage().equals(MessageStore.class.getPackage());
                return isPart ? watchedPart(returned, result, method.getName()) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private <T> T watchedPart(Class<T> type, Object target, String part) {
        return watched(type, type.cast(target), part);
    }
}
