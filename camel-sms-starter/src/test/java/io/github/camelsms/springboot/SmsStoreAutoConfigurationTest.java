package io.github.camelsms.springboot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import io.github.camelsms.store.jdbc.SchemaInitialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.sql.init.SqlInitializationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;

import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

/**
 * Tests for the message store in Spring Boot.
 */
class SmsStoreAutoConfigurationTest {

    private static final String STORE = "camel.component.sms.store.jdbc.";

    private final ApplicationContextRunner application = new ApplicationContextRunner().withConfiguration(
            AutoConfigurations.of(
                    CamelAutoConfiguration.class, SmsComponentConverter.class, SmsComponentAutoConfiguration.class,
                    SmsStoreAutoConfiguration.class))
            .withPropertyValues(
                    "camel.component.sms.base-url=http://localhost:9", "camel.component.sms.username=demo",
                    "camel.component.sms.password=secret-1");
    private final Path file;

    SmsStoreAutoConfigurationTest(@TempDir Path folder) {
        this.file = folder.resolve("sms.db");
    }

    @Test
    void file_set_componentStoresInTheFile() {
        application.withPropertyValues(STORE + "file=" + file).run(context -> {
            CamelContext camel = context.getBean(CamelContext.class);
            SmsComponent component = camel.getComponent("sms", SmsComponent.class);

            assertThat(component.getMessageStore()).isSameAs(context.getBean(JdbcMessageStore.class));
            assertThat(file).exists();
            assertThat(camel.createProducerTemplate().requestBody("sms:messages?operation=count", (Object) null))
                    .asInstanceOf(MAP).containsEntry(SmsMessageState.WAITING, 0L);
        });
    }

    @Test
    void autowiring_disabledInTheContext_componentUsesTheStore() {
        application.withPropertyValues("camel.main.autowired-enabled=false", STORE + "file=" + file)
                .run(context -> assertThat(componentOf(context).getMessageStore())
                        .isSameAs(context.getBean(JdbcMessageStore.class)));
    }

    @Test
    void autowiring_disabledInTheContext_componentUsesTheOwnStore() {
        application.withPropertyValues("camel.main.autowired-enabled=false").withUserConfiguration(OwnStore.class)
                .run(context -> assertThat(componentOf(context).getMessageStore())
                        .isSameAs(context.getBean(MessageStore.class)));
    }

    @Test
    void store_severalCustomBeans_usesThePrimaryOne() {
        application.withUserConfiguration(OwnStore.class)
                .withBean("first", InMemoryMessageStore.class, () -> new InMemoryMessageStore(InstantSource.system()),
                        bean -> bean.setPrimary(true))
                .run(context -> assertThat(componentOf(context).getMessageStore()).isSameAs(context.getBean("first")));
    }

    @Test
    void store_setOnTheComponent_isUsedInsteadOfThePrimaryOne() {
        MessageStore own = new InMemoryMessageStore(InstantSource.system());
        application.withUserConfiguration(OwnStore.class).withBean("sms", SmsComponent.class, () -> {
            SmsComponent component = new SmsComponent();
            component.setMessageStore(own);
            return component;
        }).run(context -> assertThat(componentOf(context).getMessageStore()).isSameAs(own));
    }

    @Test
    void autowiring_disabledForTheComponent_componentKeepsMessagesInMemory() {
        application.withUserConfiguration(OneDataSource.class)
                .withPropertyValues("camel.component.sms.autowired-enabled=false")
                .run(context -> assertThat(componentOf(context).getMessageStore()).isNull());
    }

    @Test
    void autowiring_disabledForTheComponentButPropertiesSet_failsAtStartup() {
        application.withPropertyValues("camel.component.sms.autowired-enabled=false", STORE + "file=" + file)
                .run(context -> assertThat(context).getFailure().hasMessageContainingAll(
                        STORE + "* are set, but messages would not be stored", "camel.component.sms.autowired-enabled=false"));
    }

    private static SmsComponent componentOf(ApplicationContext context) {
        return context.getBean(CamelContext.class).getComponent("sms", SmsComponent.class);
    }

    @Test
    void properties_allSet_configureTheStore() {
        application.withPropertyValues(
                STORE + "file=" + file, STORE + "initialize-schema=always", STORE + "table-prefix=my_",
                STORE + "lease-duration=45s", STORE + "retention=7d", STORE + "retain-text=false",
                STORE + "opt-out-blacklisted=true").run(context -> {
                    JdbcMessageStore store = context.getBean(JdbcMessageStore.class);
                    assertThat(store.getFile()).isEqualTo(file.toString());
                    assertThat(store.getInitializeSchema()).isEqualTo(SchemaInitialization.ALWAYS);
                    assertThat(store.getTablePrefix()).isEqualTo("my_");
                    assertThat(store.getLeaseDuration()).isEqualTo(Duration.ofSeconds(45));
                    assertThat(store.getRetention()).isEqualTo(Duration.ofDays(7));
                    assertThat(store.isRetainText()).isFalse();
                    assertThat(store.isOptOutBlacklisted()).isTrue();
                });
    }

    @Test
    void properties_noneSet_useTheDefaultsOfTheStore() {
        application.withPropertyValues(STORE + "file=" + file)
                .run(context -> assertThat(context.getBean(JdbcMessageStore.class))
                        .usingRecursiveComparison().ignoringFields("file", "clock").isEqualTo(new JdbcMessageStore()));
    }

    @Test
    void initializeSchema_unknownValue_failsAtStartupListingTheValues() {
        application.withPropertyValues(STORE + "file=" + file, STORE + "initialize-schema=sometimes")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContainingAll(
                        STORE + "initialize-schema=sometimes", "embedded, always or never"));
    }

    @Test
    void fileAndDataSource_bothPresent_usesTheFile() {
        application.withUserConfiguration(OneDataSource.class).withPropertyValues(STORE + "file=" + file).run(context -> {
            assertThat(context.getBean(JdbcMessageStore.class).getFile()).isEqualTo(file.toString());
            assertThat(context.getBean(JdbcMessageStore.class).getDataSource()).isNull();
        });
    }

    @Test
    void dataSource_single_joinsTheTransactionsOfItsCallers() {
        application.withUserConfiguration(OneDataSource.class).withPropertyValues(STORE + "file=").run(context -> {
            JdbcMessageStore store = context.getBean(JdbcMessageStore.class);
            assertThat(store.getFile()).isNull();
            assertThat(store.getDataSource()).isInstanceOfSatisfying(
                    TransactionAwareDataSourceProxy.class,
                    proxy -> assertThat(proxy.getTargetDataSource()).isSameAs(context.getBean(DataSource.class)));
        });
    }

    @Test
    void dataSource_alreadyJoinsTransactions_isUsedAsItIs() {
        DataSource joining = new TransactionAwareDataSourceProxy(new SimpleDriverDataSource());
        application.withBean(DataSource.class, () -> joining)
                .run(context -> assertThat(context.getBean(JdbcMessageStore.class).getDataSource()).isSameAs(joining));
    }

    @Test
    void dataSource_severalOrNone_createsNoStore() {
        application.withUserConfiguration(OneDataSource.class, AnotherDataSource.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MessageStore.class));
        application.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(MessageStore.class);
            assertThat(context.getBean(CamelContext.class).getComponent("sms", SmsComponent.class).getMessageStore()).isNull();
        });
    }

    @Test
    void dataSource_severalOrNoneButPropertiesSet_failsAtStartup() {
        ApplicationContextRunner configured = application.withPropertyValues(STORE + "initialize-schema=always");
        for (ApplicationContextRunner each : List.of(
                configured, configured.withUserConfiguration(OneDataSource.class, AnotherDataSource.class))) {
            each.run(context -> assertThat(context).getFailure().hasMessageContainingAll(
                    "neither a file nor a single DataSource", "messages would not be stored", STORE + "file"));
        }
    }

    @Test
    void file_blankWithoutDataSource_createsNoStore() {
        application.withPropertyValues(STORE + "file=")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MessageStore.class));
    }

    /** With Flyway or Liquibase, the tables of the store exist only after the initialization of the database. */
    @Test
    void dataSource_lazyInitialization_storeIsCreatedAfterTheDatabaseIsInitialized() throws IOException {
        Path script = Files.writeString(file.resolveSibling("schema.sql"), "create table of_the_script (id integer)");
        DataSource sqlite = new DriverManagerDataSource("jdbc:sqlite:" + file);
        application.withConfiguration(AutoConfigurations.of(SqlInitializationAutoConfiguration.class))
                .withInitializer(
                        context -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withBean(DataSource.class, () -> sqlite)
                .withPropertyValues("spring.sql.init.mode=always", "spring.sql.init.schema-locations=file:" + script)
                .run(context -> {
                    assertThat(context.getBean(JdbcMessageStore.class).getDataSource()).isNotNull();

                    assertThat(new JdbcTemplate(sqlite).queryForObject("select count(*) from of_the_script", Integer.class))
                            .isZero();
                });
    }

    @Test
    void storeModule_missingButCustomBean_usesTheBean() {
        application.withClassLoader(new FilteredClassLoader("io.github.camelsms.store.jdbc"))
                .withUserConfiguration(OwnStore.class).withPropertyValues(STORE + "retention=7d")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(MessageStore.class));
    }

    @Test
    void store_customBean_isUsedInstead() {
        application.withUserConfiguration(OwnStore.class).withPropertyValues(STORE + "file=" + file).run(context -> {
            assertThat(context).hasSingleBean(MessageStore.class);
            assertThat(context.getBean(CamelContext.class).getComponent("sms", SmsComponent.class).getMessageStore())
                    .isInstanceOf(InMemoryMessageStore.class);
        });
        assertThat(Files.exists(file)).isFalse();
    }

    @Test
    void contextClosed_componentClosesTheStoreOnceAndItCanBeReopened() {
        for (int start = 0; start < 2; start++) {
            application.withPropertyValues(STORE + "file=" + file).run(
                    context -> context.getBean(CamelContext.class).getComponent("sms", SmsComponent.class));
        }
        assertThat(file).exists();
        assertThat(Path.of(file + "-wal")).doesNotExist();
    }

    @Test
    void storeModule_missing_startsWithoutStore() {
        application.withClassLoader(new FilteredClassLoader("io.github.camelsms.store.jdbc"))
                .withUserConfiguration(OneDataSource.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MessageStore.class));
    }

    @Test
    void storeModule_missingButPropertiesSet_failsAtStartup() {
        for (Map.Entry<String, String> property : Map.of("file", file.toString(), "retention", "7d").entrySet()) {
            application.withClassLoader(new FilteredClassLoader("io.github.camelsms.store.jdbc"))
                    .withPropertyValues(STORE + property.getKey() + "=" + property.getValue())
                    .run(context -> assertThat(context).getFailure().hasMessageContainingAll(
                            "camel-sms-store-jdbc is not on the classpath", "messages would not be stored"));
        }
    }

    @Test
    void property_misspelled_failsAtStartup() {
        application.withPropertyValues(STORE + "fille=" + file).run(
                context -> assertThat(context).getFailure()
                        .hasMessageStartingWith("Not a property of the sms component: " + STORE + "fille ("));
        application.withPropertyValues("camel.component.sms.store.file=" + file)
                .run(context -> assertThat(context).getFailure()
                        .hasMessageStartingWith("Not a property of the sms component: camel.component.sms.store.file ("));
    }

    @Test
    void autoConfiguration_disabled_createsNoStore() {
        application.withPropertyValues("camel.component.sms.enabled=false", STORE + "file=" + file)
                .run(context -> assertThat(context).doesNotHaveBean(MessageStore.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class OneDataSource {
        @Bean
        DataSource one() {
            return new SimpleDriverDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AnotherDataSource {
        @Bean
        DataSource another() {
            return new SimpleDriverDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnStore {
        @Bean
        MessageStore myStore() {
            return new InMemoryMessageStore(InstantSource.system());
        }
    }

    /** Spring reads all methods of a configuration, which fails if one of them has a class that is missing. */
    @ParameterizedTest
    @ValueSource(strings = { "io.github.camelsms.store.jdbc.", "org.springframework.jdbc." })
    void module_isNotOnTheClassPath_applicationStartsAndMessagesAreNotStored(String missing) {
        ClassLoader without = new LoaderWithout(missing);
        Class<?> configuration = loaded(SmsStoreAutoConfiguration.class, without);
        // AutoConfigurations.of would load the classes again, with all modules.
        new ApplicationContextRunner().withClassLoader(without).withUserConfiguration(
                CamelAutoConfiguration.class, loaded(SmsComponentConverter.class, without),
                loaded(SmsComponentAutoConfiguration.class, without), configuration)
                .withPropertyValues(
                        "camel.component.sms.base-url=http://localhost:9", "camel.component.sms.username=demo",
                        "camel.component.sms.password=secret-1")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(configuration);
                    assertThat(context.getBean(CamelContext.class).getComponent("sms", SmsComponent.class).getMessageStore())
                            .isNull();
                });
    }

    private static Class<?> loaded(Class<?> type, ClassLoader loader) {
        return ClassUtils.resolveClassName(type.getName(), loader);
    }

    /** Loads the starter itself, so that its classes do not see those of the missing package either. */
    private static final class LoaderWithout extends ClassLoader {

        private static final String OWN = SmsStoreAutoConfiguration.class.getPackageName() + ".";

        private final String missing;

        LoaderWithout(String missing) {
            super(SmsStoreAutoConfigurationTest.class.getClassLoader());
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith(missing)) {
                throw new ClassNotFoundException(name);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> present = findLoadedClass(name);
                return present != null ? present : name.startsWith(OWN) ? define(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream code = getResourceAsStream(ClassUtils.convertClassNameToResourcePath(name) + ".class")) {
                if (code == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = code.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
