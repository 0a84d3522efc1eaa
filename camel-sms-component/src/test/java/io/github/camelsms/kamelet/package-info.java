/**
 * The Kamelets in the jar: what they do, and that they keep to the conventions of Camel's catalogue.
 */
@NullMarked
package io.github.camelsms.kamelet;

import org.jspecify.annotations.NullMarked;
