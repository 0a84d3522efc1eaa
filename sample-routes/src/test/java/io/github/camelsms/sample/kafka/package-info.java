/**
 * Two processes of the sample application in one Kafka consumer group, of which one is killed.
 */
@NullMarked
package io.github.camelsms.sample.kafka;

import org.jspecify.annotations.NullMarked;
