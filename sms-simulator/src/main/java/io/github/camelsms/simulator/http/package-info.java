/** The HTTP server on WireMock: network delay, responses on the wire, access from other machines. */
@NullMarked
package io.github.camelsms.simulator.http;

import org.jspecify.annotations.NullMarked;
