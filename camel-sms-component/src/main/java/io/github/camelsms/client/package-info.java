/**
 * The SMS service's HTTP interface, typed: one method per operation, which answers for everything that the network and
 * the service can do.
 */
@NullMarked
package io.github.camelsms.client;

import org.jspecify.annotations.NullMarked;
