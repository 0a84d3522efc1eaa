/**
 * Benchmarks of the client's package-private parts.
 */
@NullMarked
package io.github.camelsms.client;

import org.jspecify.annotations.NullMarked;
