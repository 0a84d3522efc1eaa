/**
 * From a CSV or JSON file in the inbox folder to one result for each of its lines.
 */
@NullMarked
package io.github.camelsms.sample.files;

import org.jspecify.annotations.NullMarked;
