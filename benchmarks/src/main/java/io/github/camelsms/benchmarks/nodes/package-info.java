/**
 * Several nodes on one PostgreSQL.
 */
@NullMarked
package io.github.camelsms.benchmarks.nodes;

import org.jspecify.annotations.NullMarked;
