/**
 * How the application writes to the disk: private files, and CSV rows that are safe to open in a spreadsheet.
 */
@NullMarked
package io.github.camelsms.sample.output;

import org.jspecify.annotations.NullMarked;
