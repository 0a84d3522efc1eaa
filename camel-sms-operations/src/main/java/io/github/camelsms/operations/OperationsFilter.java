package io.github.camelsms.operations;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.github.camelsms.operations.RequestRules.Refusal;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Filter that sets the security headers of each response and applies the {@link RequestRules}.
 */
final class OperationsFilter implements Filter {

    private final RequestRules rules;

    OperationsFilter(RequestRules rules) {
        this.rules = rules;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest received = unwrapped(request);
        HttpServletResponse sent = (HttpServletResponse) response;
        RequestRules.HEADERS.forEach(sent::setHeader);
        Refusal refusal = rules.refusal(
                Objects.requireNonNullElse(received.getHeader("Host"), ""), received.getRemoteAddr(),
                received.getHeader("Content-Length"), received.getHeader("Transfer-Encoding"));
        if (refusal == null) {
            chain.doFilter(request, response);
            return;
        }
        if (refusal == RequestRules.HAS_BODY) {
            sent.setHeader("Connection", "close");
        }
        sent.setStatus(refusal.status());
        sent.setContentType(RequestRules.REFUSAL_TYPE);
        sent.getOutputStream().write(refusal.reason().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the original request: other filters may have changed it according to headers that the client controls.
     */
    private static HttpServletRequest unwrapped(ServletRequest request) {
        ServletRequest unwrapped = request;
        while (unwrapped instanceof ServletRequestWrapper wrapper) {
            unwrapped = wrapper.getRequest();
        }
        return (HttpServletRequest) unwrapped;
    }
}
