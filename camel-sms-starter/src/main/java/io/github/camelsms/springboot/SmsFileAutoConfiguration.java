package io.github.camelsms.springboot;

import io.github.camelsms.file.SmsFileDataFormat;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

import org.apache.camel.spi.DataFormat;
import org.apache.camel.spi.DataFormatCustomizer;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.DataFormatConfigurationProperties;
import org.apache.camel.spring.boot.util.ConditionalOnHierarchicalProperties;
import org.apache.camel.spring.boot.util.HierarchicalPropertiesEvaluator;

/**
 * Auto-configuration of the data format <code>smsFile</code> with <code>camel.dataformat.sms-file.*</code>, if
 * <code>camel-sms-file</code> is on the classpath, unless <code>camel.dataformat.sms-file.enabled</code> or
 * <code>camel.dataformat.enabled</code> is false.
 */
@AutoConfiguration(after = CamelAutoConfiguration.class)
@ConditionalOnClass(SmsFileDataFormat.class)
@ConditionalOnBean(CamelAutoConfiguration.class)
@ConditionalOnHierarchicalProperties({ "camel.dataformat", SmsFileConfiguration.PREFIX })
@EnableConfigurationProperties({ DataFormatConfigurationProperties.class, SmsFileConfiguration.class })
public class SmsFileAutoConfiguration {

    @Lazy
    @Bean
    public DataFormatCustomizer configureSmsFile(
            ApplicationContext applicationContext, SmsFileConfiguration configuration) {
        return new Customizer(applicationContext, configuration);
    }

    private record Customizer(
            ApplicationContext applicationContext, SmsFileConfiguration properties) implements DataFormatCustomizer {

        @Override
        public boolean isEnabled(String name, DataFormat target) {
            return target instanceof SmsFileDataFormat && HierarchicalPropertiesEvaluator.evaluate(
                    applicationContext, "camel.dataformat.customizer", SmsFileConfiguration.PREFIX + ".customizer");
        }

        @Override
        public void configure(String name, DataFormat target) {
            SmsFileDataFormat format = (SmsFileDataFormat) target;
            PropertyMapper set = PropertyMapper.get().alwaysApplyingWhenNonNull();
            set.from(properties::getCharset).to(format::setCharset);
            set.from(properties::getFormat).to(format::setFormat);
            set.from(properties::getHeader).to(format::setHeader);
            set.from(properties::getShowNumbers).to(format::setShowNumbers);
        }
    }
}
