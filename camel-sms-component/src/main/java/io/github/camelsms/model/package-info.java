/**
 * What is sent to the SMS service and what it reports: immutable records and enums that know nothing else.
 */
@NullMarked
package io.github.camelsms.model;

import org.jspecify.annotations.NullMarked;
