package io.github.camelsms.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Failure analyzer that reports unknown properties without a stack trace.
 */
final class UnknownPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnknownPropertyException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownPropertyException cause) {
        return new FailureAnalysis(cause.getMessage(), "Correct the name, or remove the property.", cause);
    }
}
