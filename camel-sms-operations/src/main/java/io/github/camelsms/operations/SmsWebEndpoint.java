package io.github.camelsms.operations;

import java.util.function.Supplier;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.util.MimeType;
import org.springframework.util.function.SingletonSupplier;

/**
 * Actuator's endpoint <code>sms</code>: the operations page and its files.
 */
@WebEndpoint(id = SmsWebEndpoint.ID)
class SmsWebEndpoint {

    static final String ID = "sms";

    private final SingletonSupplier<PageFiles> files;

    SmsWebEndpoint(Supplier<PageFiles> files) {
        // The paths of endpoints are known after all endpoints are created.
        this.files = SingletonSupplier.of(files);
    }

    /** Returns the page. */
    @ReadOperation(produces = "text/html")
    public WebEndpointResponse<Resource> page() {
        return response(files.obtain().page(), PageFiles.HTML);
    }

    /** Returns a file of the page. */
    @ReadOperation(produces = { "application/json", "text/css", "text/javascript" })
    public WebEndpointResponse<Resource> file(@Selector String name) {
        String type = PageFiles.TYPES.get(name);
        return type == null
                ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND) : response(files.obtain().file(name), type);
    }

    private static WebEndpointResponse<Resource> response(byte[] content, String type) {
        return new WebEndpointResponse<>(new ByteArrayResource(content), MimeType.valueOf(type));
    }
}
