/**
 * Data format that reads messages from CSV and JSON files, and writes results and statuses as CSV.
 */
@NullMarked
package io.github.camelsms.file;

import org.jspecify.annotations.NullMarked;
