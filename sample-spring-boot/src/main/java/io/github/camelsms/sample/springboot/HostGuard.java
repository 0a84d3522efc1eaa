package io.github.camelsms.sample.springboot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import io.github.camelsms.sample.run.ServedHosts;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Filter that rejects requests to Spring Boot Actuator with the name of another host, because Actuator requires no
 * password.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class HostGuard extends OncePerRequestFilter {

    private final ServedHosts hosts;

    /**
     * @param hosts allowed host names in addition to <code>localhost</code>, separated by commas
     */
    HostGuard(@Value("${sms.http.hosts}") String hosts) {
        this.hosts = new ServedHosts(hosts);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (hosts.contains(request.getServerName())) {
            chain.doFilter(request, response);
        } else {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            response.setContentType("text/plain");
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            response.getWriter().write(ServedHosts.REFUSAL);
        }
    }
}
