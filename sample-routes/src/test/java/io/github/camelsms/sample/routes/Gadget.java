package io.github.camelsms.sample.routes;

import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A class with a side effect on deserialization, like a gadget of an attack.
 */
class Gadget implements Serializable {

    static final AtomicInteger DESERIALIZED = new AtomicInteger();

    @Serial
    private static final long serialVersionUID = 1;

    @Serial
    private void readObject(ObjectInputStream in) {
        DESERIALIZED.incrementAndGet();
    }
}
