package io.github.camelsms.sample.springboot;

import io.github.camelsms.sample.run.StartFailure;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

import org.apache.camel.RuntimeCamelException;

/**
 * Failure analyzer that reports why Camel or a bean of the routes does not start, such as an unreachable database or a
 * folder that cannot be created, without a stack trace.
 */
final class RouteFailureAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        return ExceptionUtils.getThrowableList(failure).stream().anyMatch(RouteFailureAnalyzer::isOfRoutes)
                ? new FailureAnalysis(StartFailure.describe(failure), null, failure) : null;
    }

    private static boolean isOfRoutes(Throwable cause) {
        return cause instanceof RuntimeCamelException
                || cause instanceof BeanCreationException bean && !(bean instanceof UnsatisfiedDependencyException)
                        && String.valueOf(bean.getResourceDescription())
                                .contains(SampleBeansConfiguration.class.getSimpleName());
    }
}
