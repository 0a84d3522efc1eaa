/** A small Quarkus application that sends messages and listens for their statuses. */
@NullMarked
package io.github.camelsms.quarkus;

import org.jspecify.annotations.NullMarked;
