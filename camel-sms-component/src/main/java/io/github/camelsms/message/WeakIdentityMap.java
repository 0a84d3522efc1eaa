package io.github.camelsms.message;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Map whose keys are compared by identity and do not keep their objects in memory. Thread-safe.
 */
public final class WeakIdentityMap<V> {

    private final Map<Key, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    private static final class Key extends WeakReference<Object> {

        private final int hash;

        Key(Object object, @Nullable ReferenceQueue<Object> collected) {
            super(object, collected);
            this.hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            Object object = get();
            return this == other || object != null && other instanceof Key key && key.refersTo(object);
        }
    }

    public void put(Object object, V value) {
        removeCollected();
        values.put(new Key(object, collected), value);
    }

    /** Replaces the value of an object, atomically. Nothing changes if the function throws. */
    V compute(Object object, Function<@Nullable V, V> next) {
        removeCollected();
        return values.compute(new Key(object, collected), (key, value) -> next.apply(value));
    }

    public @Nullable V get(@Nullable Object object) {
        return object == null || values.isEmpty() ? null : values.get(new Key(object, null));
    }

    private void removeCollected() {
        for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
            values.remove(key);
        }
    }
}
