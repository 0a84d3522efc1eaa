package io.github.camelsms.sample.springboot;

import io.github.camelsms.sample.run.StartFailure;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import org.apache.camel.RuntimeCamelException;

/**
 * Failure analyzer that reports why Camel does not start, such as an unreachable database or broker, without a stack
 * trace.
 */
final class RouteFailureAnalyzer extends AbstractFailureAnalyzer<RuntimeCamelException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RuntimeCamelException cause) {
        return new FailureAnalysis(StartFailure.describe(rootFailure), null, cause);
    }
}
