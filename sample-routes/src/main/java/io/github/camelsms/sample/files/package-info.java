/**
 * Reading messages from CSV and JSON files, and writing results to CSV files.
 */
@NullMarked
package io.github.camelsms.sample.files;

import org.jspecify.annotations.NullMarked;
