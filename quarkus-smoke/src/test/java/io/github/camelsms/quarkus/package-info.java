/** Tests of the component inside of Quarkus. */
@NullMarked
package io.github.camelsms.quarkus;

import org.jspecify.annotations.NullMarked;
