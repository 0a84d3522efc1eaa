/**
 * Typed client of the SMS service's HTTP interface: one method per operation, whose result covers everything that the
 * network and the service can do.
 */
@NullMarked
package io.github.camelsms.client;

import org.jspecify.annotations.NullMarked;
