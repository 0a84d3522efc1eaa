/**
 * Directories and files that only the user of the application can read.
 */
@NullMarked
package io.github.camelsms.sample.files;

import org.jspecify.annotations.NullMarked;
