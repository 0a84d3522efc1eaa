/**
 * The operations page for Camel Main and Spring Boot.
 */
@NullMarked
package io.github.camelsms.operations;

import org.jspecify.annotations.NullMarked;
