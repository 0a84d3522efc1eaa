/** JSON, read and written with WireMock's Jackson. */
@NullMarked
package io.github.camelsms.simulator.json;

import org.jspecify.annotations.NullMarked;
