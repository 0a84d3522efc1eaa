/** The settings of a simulator. */
@NullMarked
package io.github.camelsms.simulator.settings;

import org.jspecify.annotations.NullMarked;
