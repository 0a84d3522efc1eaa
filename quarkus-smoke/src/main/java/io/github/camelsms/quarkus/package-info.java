/** A small Quarkus application that sends messages and polls their delivery statuses. */
@NullMarked
package io.github.camelsms.quarkus;

import org.jspecify.annotations.NullMarked;
