/**
 * Tests of the documentation: tables, links and figures are compared with the software, and examples are executed.
 */
@NullMarked
package io.github.camelsms.docs;

import org.jspecify.annotations.NullMarked;
