package io.github.camelsms.springboot;

import java.util.Set;
import java.util.concurrent.ExecutorService;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsPolicy;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;

import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Converter of references such as <code>#bean:myTls</code> to beans, for options that are objects.
 */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesBinding
public class SmsComponentConverter implements GenericConverter {

    private static final String BEAN = "#bean:";

    private final ApplicationContext applicationContext;

    public SmsComponentConverter(ApplicationContext applicationContext) {
        this.applicationContext = applicationContext;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(
                new ConvertiblePair(String.class, SSLContextParameters.class),
                new ConvertiblePair(String.class, HttpClientConfigurer.class),
                new ConvertiblePair(String.class, SmsConfiguration.class),
                new ConvertiblePair(String.class, ExecutorService.class),
                new ConvertiblePair(String.class, MessageStore.class),
                new ConvertiblePair(String.class, SmsPolicy.class));
    }

    /**
     * Returns the bean with this name; <code>#myTls</code> is also accepted. Throws Spring's
     * <code>BeansException</code> if there is no such bean, or it has another type.
     *
     * @throws IllegalArgumentException if the text is not a reference
     */
    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor sourceType, TypeDescriptor targetType) {
        String reference = source == null ? "" : source.toString().trim();
        if (reference.isEmpty()) {
            return null;
        }
        if (!reference.startsWith("#")) {
            throw new IllegalArgumentException(
                    "'" + reference + "' is not a reference to a bean of type " + targetType.getType().getSimpleName()
                                               + ": write #bean:name");
        }
        String name = reference.startsWith(BEAN) ? reference.substring(BEAN.length()) : reference.substring(1);
        return applicationContext.getBean(name, targetType.getType());
    }
}
