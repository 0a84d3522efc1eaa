/**
 * Holds the documentation to what the software does: its tables, links and figures are compared, its examples run.
 */
@NullMarked
package io.github.camelsms.docs;

import org.jspecify.annotations.NullMarked;
