package io.github.camelsms.springboot;

import java.util.Map;

import javax.sql.DataSource;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.util.ConditionalOnHierarchicalProperties;

/**
 * Auto-configuration of a message store with <code>camel.component.sms.store.jdbc.*</code>. It requires the module
 * <code>camel-sms-store-jdbc</code> on the classpath, and a file or a single <code>DataSource</code>. It does not apply
 * if the application defines a <code>MessageStore</code>. The component finds the store in the registry.
 */
@AutoConfiguration(after = { CamelAutoConfiguration.class, DataSourceAutoConfiguration.class, SmsComponentConverter.class })
@ConditionalOnBean(CamelAutoConfiguration.class)
@ConditionalOnHierarchicalProperties({ "camel.component", SmsComponentConfiguration.PREFIX })
@EnableConfigurationProperties(SmsComponentConfiguration.class)
public class SmsStoreAutoConfiguration {

    static final String PREFIX = SmsComponentConfiguration.PREFIX + ".store.jdbc";

    private static final String STORE = "io.github.camelsms.store.jdbc.JdbcMessageStore";

    private static final String AUTOWIRED = SmsComponentConfiguration.PREFIX + ".autowired-enabled";

    /** Begins the messages about properties without effect. */
    static final String NOT_STORED = "Properties " + PREFIX + ".* are set, but messages would not be stored: ";

    private static final String NO_MODULE = "camel-sms-store-jdbc is not on the classpath. Add this dependency";
    private static final String NO_DATABASE
            = "there is neither a file nor a single DataSource. Set " + PREFIX
              + ".file, mark one DataSource as primary, define a MessageStore bean";

    /** Rejects properties that would have no effect, because messages would be lost in a crash. */
    @Bean
    static BeanFactoryPostProcessor smsStoreCheck(Environment environment) {
        return beans -> {
            if (isConfigured(environment)
                    && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, MessageStore.class, true, false).length
                       == 0) {
                boolean hasModule = ClassUtils.isPresent(STORE, beans.getBeanClassLoader());
                throw new IllegalStateException(
                        NOT_STORED + (hasModule ? NO_DATABASE : NO_MODULE) + ", or remove the properties");
            }
            if (isConfigured(environment) && !environment.getProperty(AUTOWIRED, Boolean.class, true)
                    && environment.getProperty(SmsComponentConfiguration.PREFIX + ".message-store") == null) {
                throw new IllegalStateException(
                        NOT_STORED + AUTOWIRED
                                                + "=false keeps them in memory. Remove this property, or the others");
            }
        };
    }

    private static boolean isConfigured(Environment environment) {
        return Binder.get(environment).bind(PREFIX, Bindable.mapOf(String.class, String.class)).orElse(Map.of()).values()
                .stream().anyMatch(StringUtils::hasText);
    }

    /**
     * Sets the application's single or primary store on the component, which would otherwise keep messages in memory if
     * autowiring is disabled in the Camel context.
     */
    @Lazy
    @Bean
    static ComponentCustomizer smsStoreOfComponent(
            ObjectProvider<MessageStore> stores, SmsComponentConfiguration properties) {
        return (name, target) -> {
            if (target instanceof SmsComponent component && component.getMessageStore() == null
                    && component.isAutowiredEnabled() && !Boolean.FALSE.equals(properties.getAutowiredEnabled())) {
                component.setMessageStore(stores.getIfUnique());
            }
        };
    }

    /** A store in a file of this process. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = STORE)
    @ConditionalOnMissingBean(MessageStore.class)
    @Conditional(HasFile.class)
    static class InFile {

        /** Not closed by Spring, because the component stops it after its accounts. */
        @Bean(destroyMethod = "")
        JdbcMessageStore smsMessageStore(SmsComponentConfiguration properties) {
            JdbcMessageStore store = Stores.of(properties.getStore().getJdbc());
            store.setFile(properties.getStore().getJdbc().getFile());
            return store;
        }
    }

    /** A store in the application's database. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = STORE)
    @ConditionalOnMissingBean(MessageStore.class)
    @ConditionalOnSingleCandidate(DataSource.class)
    @Conditional(HasNoFile.class)
    static class InDatabase {

        /** Not closed by Spring, because the component stops it after its accounts. */
        @Bean(destroyMethod = "")
        @DependsOnDatabaseInitialization
        JdbcMessageStore smsMessageStore(SmsComponentConfiguration properties, DataSource dataSource) {
            JdbcMessageStore store = Stores.of(properties.getStore().getJdbc());
            boolean hasTransactions = ClassUtils.isPresent(
                    "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy",
                    SmsStoreAutoConfiguration.class.getClassLoader());
            store.setDataSource(hasTransactions ? Transactions.of(dataSource) : dataSource);
            return store;
        }
    }

    /** Separate class, because spring-jdbc is optional. */
    private static final class Transactions {

        static DataSource of(DataSource dataSource) {
            return dataSource instanceof TransactionAwareDataSourceProxy
                    ? dataSource : new TransactionAwareDataSourceProxy(dataSource);
        }
    }

    static final class HasFile implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return StringUtils.hasText(context.getEnvironment().getProperty(PREFIX + ".file"));
        }
    }

    static final class HasNoFile implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !new HasFile().matches(context, metadata);
        }
    }

    /** A class of its own, because Spring reads all methods of the outer one, and the module may be missing. */
    private static final class Stores {

        static JdbcMessageStore of(SmsStoreProperties.Jdbc properties) {
            JdbcMessageStore store = new JdbcMessageStore();
            PropertyMapper map = PropertyMapper.get().alwaysApplyingWhenNonNull();
            map.from(properties::getInitializeSchema).as(Stores::initialization).to(store::setInitializeSchema);
            map.from(properties::getTablePrefix).to(store::setTablePrefix);
            map.from(properties::getLeaseDuration).to(store::setLeaseDuration);
            map.from(properties::getRetention).to(store::setRetention);
            map.from(properties::getRetainText).to(store::setRetainText);
            map.from(properties::getOptOutBlacklisted).to(store::setOptOutBlacklisted);
            return store;
        }

        private static SchemaInitialization initialization(@Nullable String value) {
            for (SchemaInitialization initialization : SchemaInitialization.values()) {
                if (initialization.name().equalsIgnoreCase(value)) {
                    return initialization;
                }
            }
            throw new IllegalArgumentException(
                    "Property " + PREFIX + ".initialize-schema=" + value + " is unknown: use embedded, always or never");
        }
    }
}
