/**
 * Typed client of the SMS service's HTTP interface: one method per operation, whose result covers all errors of the
 * network and of the service.
 */
@NullMarked
package io.github.camelsms.client;

import org.jspecify.annotations.NullMarked;
