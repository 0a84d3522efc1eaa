/**
 * Tests with several processes of the sample application that share a message store on PostgreSQL.
 */
@NullMarked
package io.github.camelsms.sample.nodes;

import org.jspecify.annotations.NullMarked;
