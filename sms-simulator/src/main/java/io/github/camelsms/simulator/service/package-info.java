/** The simulated service: credentials, the three operations and their responses. */
@NullMarked
package io.github.camelsms.simulator.service;

import org.jspecify.annotations.NullMarked;
