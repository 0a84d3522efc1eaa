/**
 * Incidents of a night on sample applications, and what an operator sees of each.
 */
@NullMarked
package io.github.camelsms.sample.incidents;

import org.jspecify.annotations.NullMarked;
